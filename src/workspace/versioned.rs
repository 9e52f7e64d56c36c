//! Files of our own that begin by saying in which version of their format they are.

use serde::Deserialize;

/// What is read before anything else of a file.
#[derive(Deserialize)]
struct Version {
    format_version: u32,
}

/// The contents of a file in this version of its format, or why they are not understood.
pub(super) fn parse<'b, T: Deserialize<'b>>(bytes: &'b [u8], version: u32) -> Result<T, String> {
    let Version { format_version } = from_json(bytes)?;
    if format_version != version {
        return Err(format!("it has format version {format_version}, not {version}"));
    }
    from_json(bytes)
}

fn from_json<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|error| error.to_string())
}
