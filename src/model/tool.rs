//! The tools that programs are run and made with.

/// How to get a tool, by the name that is typed; `None` for one that is not known.
#[must_use]
pub fn how_to_get(tool: &str) -> Option<&'static str> {
    Some(match tool {
        "node" | "npm" | "npx" => "install Node 24 from nodejs.org, or with `nvm install 24`",
        "python3" | "python" => "install Python 3 from python.org or with your system's packages",
        "cargo" | "rustc" => "install Rust from rustup.rs",
        "go" => "install Go from go.dev or with your system's packages",
        "jq" => "install jq from jqlang.org or with your system's packages",
        _ => return None,
    })
}
