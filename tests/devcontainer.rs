//! `.devcontainer/devcontainer.json`, as far as it can be checked without a container.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn settings() -> Value {
    let file = root().join(".devcontainer/devcontainer.json");
    let text = fs::read_to_string(file).expect("devcontainer.json can be read");
    serde_json::from_str(&text).expect("it is JSON, without comments")
}

#[test]
fn it_is_plain_and_has_the_keys_of_the_specification_only() {
    let settings = settings();
    let keys: Vec<_> = settings.as_object().expect("it is an object").keys().collect();
    let expected = ["name", "image", "init", "remoteUser", "postCreateCommand", "customizations"];
    assert_eq!(keys, expected);
    assert_eq!(settings["init"], true, "without it nobody collects what programs leave behind");
    let extensions = settings["customizations"]["vscode"]["extensions"].as_array();
    for extension in extensions.expect("extensions are a list") {
        let parts = extension.as_str().expect("a text").split('.').count();
        assert_eq!(parts, 2, "{extension} is no publisher.name");
    }
}

#[test]
fn the_image_has_the_rust_of_the_manifest() {
    let settings = settings();
    let image = settings["image"].as_str().expect("the image is a text");
    // The official image of that major version: its newest release, on Debian, with rustup.
    let (name, tag) = image.split_once(':').expect("it has a tag");
    assert_eq!(name, "rust");
    let (major, system) = tag.split_once('-').expect("it names a system");
    let wanted = env!("CARGO_PKG_RUST_VERSION");
    assert_eq!(Some(major), wanted.split('.').next());
    assert!(["bookworm", "trixie"].contains(&system), "./check --install needs a Debian: {system}");
}

#[test]
fn it_sets_itself_up_with_a_command_that_is_there() {
    let settings = settings();
    let command = settings["postCreateCommand"].as_str().expect("the command is a text");
    let words: Vec<_> = command.split(' ').collect();
    assert_eq!(words, ["./check", "--install"]);
    let mode = fs::metadata(root().join(words[0])).expect("it is there").permissions().mode();
    assert!(mode & 0o111 != 0, "it can be started");
    let script = fs::read_to_string(root().join(words[0])).expect("it can be read");
    assert!(script.contains("    --install) "), "it knows the option");
    // Packages are installed by root alone.
    assert_eq!(settings["remoteUser"], "root");
}
