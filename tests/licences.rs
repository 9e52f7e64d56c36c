//! Every package that is built or tested with has a licence that `deny.toml` allows.

use std::fs;
use std::process::Command;

use serde_json::Value;

/// Whether a licence expression (SPDX, or the older `MIT/Apache-2.0`) can be met with `allowed`.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words: Vec<&str> = spaced.split_whitespace().rev().collect();
    let met = any_of(&mut words, allowed);
    met && words.is_empty()
}

/// `A OR B`; the words are reversed, so that the next one is the last.
fn any_of(words: &mut Vec<&str>, allowed: &[String]) -> bool {
    let mut met = all_of(words, allowed);
    while words.last() == Some(&"OR") {
        words.pop();
        met |= all_of(words, allowed);
    }
    met
}

fn all_of(words: &mut Vec<&str>, allowed: &[String]) -> bool {
    let mut met = one(words, allowed);
    while words.last() == Some(&"AND") {
        words.pop();
        met &= one(words, allowed);
    }
    met
}

fn one(words: &mut Vec<&str>, allowed: &[String]) -> bool {
    let Some(word) = words.pop() else { return false };
    if word == "(" {
        let met = any_of(words, allowed);
        return words.pop() == Some(")") && met;
    }
    let mut licence = word.to_owned();
    if words.last() == Some(&"WITH") {
        words.pop();
        licence = format!("{licence} WITH {}", words.pop().unwrap_or_default());
    }
    allowed.contains(&licence)
}

/// The list `allow` of `deny.toml`.
fn allowed() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/deny.toml");
    let text = fs::read_to_string(path).expect("deny.toml can be read");
    let (_, list) = text.split_once("\nallow = [").expect("deny.toml has a list `allow`");
    let (list, _) = list.split_once(']').expect("the list `allow` ends");
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The packages of this platform, so that nothing is asked for that the build has not brought.
fn packages() -> Vec<Value> {
    let rustc = Command::new("rustc").arg("-vV").output().expect("rustc can be run");
    let rustc = String::from_utf8(rustc.stdout).expect("rustc writes UTF-8");
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).expect("it has a host");
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1", "--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be run");
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("cargo writes JSON");
    metadata["packages"].as_array().expect("it lists packages").clone()
}

#[test]
fn every_package_has_a_licence_that_is_allowed() {
    let (allowed, packages) = (allowed(), packages());
    assert!(packages.len() > 20, "only {} packages were found", packages.len());
    let refused: Vec<_> = packages
        .iter()
        .filter(|package| !is_allowed(package["license"].as_str().unwrap_or(""), &allowed))
        .map(|package| {
            format!("{} {}: {}", package["name"], package["version"], package["license"])
        })
        .collect();
    assert!(
        refused.is_empty(),
        "not allowed by deny.toml:\n{}\nUse another package, or allow a permissive licence there.",
        refused.join("\n")
    );
}

#[test]
fn an_expression_is_met_only_by_what_is_allowed() {
    let allowed = ["MIT".to_owned(), "ISC".to_owned(), "A WITH B".to_owned()];
    for met in ["MIT", "GPL-3.0/MIT", "X OR MIT", "(X OR MIT) AND ISC", "A WITH B", "A OR ISC"] {
        assert!(is_allowed(met, &allowed), "{met}");
    }
    for refused in ["", "X", "MIT AND X", "X OR (MIT AND Y)", "A", "MIT X", "(MIT"] {
        assert!(!is_allowed(refused, &allowed), "{refused}");
    }
}
