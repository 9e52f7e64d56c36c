//! The shape of what a program printed.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;

use crate::model::Stderr;

/// How much of raw output is carried.
const RAW_BYTES: usize = 64 << 10;

/// Raw output: text where it is UTF-8, else base64; 64 KiB of it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WireRaw {
    #[serde(flatten)]
    content: WireContent,
    cut: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum WireContent {
    Text(String),
    Base64(String),
}

impl WireRaw {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let kept = &bytes[..bytes.len().min(RAW_BYTES)];
        let cut = kept.len() < bytes.len();
        let content = match std::str::from_utf8(kept) {
            Ok(text) => WireContent::Text(text.to_owned()),
            // A cut through the middle of a character does not make text something else.
            Err(error) if cut && error.error_len().is_none() => WireContent::Text(
                String::from_utf8_lossy(&kept[..error.valid_up_to()]).into_owned(),
            ),
            Err(_) => WireContent::Base64(BASE64_STANDARD.encode(kept)),
        };
        Self { content, cut }
    }

    /// The end of stderr, where the reason of a crash stands.
    pub(super) fn of_stderr(stderr: &Stderr) -> Self {
        let bytes = stderr.to_bytes();
        let end = &bytes[bytes.len().saturating_sub(RAW_BYTES)..];
        // Not from the middle of a character.
        let inside = end.iter().take(3).take_while(|byte| (0x80..0xc0).contains(*byte)).count();
        let end = if end.len() < bytes.len() { &end[inside..] } else { end };
        let cut = end.len() < bytes.len() || stderr.dropped > 0;
        Self { cut, ..Self::of(end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_output_is_text_where_it_can_be_even_when_cut_inside_a_character() {
        let json = |raw| serde_json::to_string(&raw).unwrap();
        assert_eq!(json(WireRaw::of(b"hi")), r#"{"text":"hi","cut":false}"#);
        assert_eq!(json(WireRaw::of(b"\xff")), r#"{"base64":"/w==","cut":false}"#);
        let mut long = vec![b'x'; RAW_BYTES - 1];
        long.extend("ä".bytes());
        assert!(json(WireRaw::of(&long)).ends_with(r#"x","cut":true}"#));
    }
}
