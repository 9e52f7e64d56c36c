//! An excerpt of what a program printed, each line marked as the program's.

use super::escape::{printable_bytes, printable_in_colours};
use crate::model::Stderr;

/// How many lines are shown.
const LINES: usize = 12;
/// How many bytes of a line are shown.
const WIDTH: usize = 400;

/// How many bytes hold the lines that are shown; a flood is not split as a whole.
const ENOUGH: usize = LINES * WIDTH * 4;

/// What has to be kept of stdout to show its beginning and that there was more.
pub(super) fn enough_of(stdout: &[u8]) -> &[u8] {
    &stdout[..stdout.len().min(ENOUGH + 1)]
}

/// The last lines of stderr, where the reason of a crash stands.
pub(super) fn end_of_stderr(stderr: &Stderr) -> Vec<String> {
    let text = stderr.to_bytes();
    let lines = lines(&text);
    let left_out = lines.len().saturating_sub(LINES);
    let mut shown = Vec::new();
    if left_out > 0 {
        shown.push("…".to_owned());
    }
    shown.extend(lines[left_out..].iter().map(|line| marked("stderr", line)));
    shown
}

/// The first lines of stdout, where the answer should have begun.
pub(super) fn beginning_of_stdout(stdout: &[u8]) -> Vec<String> {
    let beginning = &stdout[..stdout.len().min(ENOUGH)];
    let lines = lines(beginning);
    let mut shown: Vec<_> = lines.iter().take(LINES).map(|line| marked("stdout", line)).collect();
    if lines.len() > LINES || beginning.len() < stdout.len() {
        shown.push("…".to_owned());
    }
    shown
}

/// Every line of a build's output in its colours, the last ones when there are many.
pub(super) fn build_output(output: &[u8]) -> Vec<String> {
    let lines = lines(output);
    let left_out = lines.len().saturating_sub(60);
    let shown = |line: &&[u8]| line_by("build", line, printable_in_colours);
    lines[left_out..].iter().map(shown).collect()
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    if text.is_empty() { Vec::new() } else { text.split(|byte| *byte == b'\n').collect() }
}

fn marked(channel: &str, line: &[u8]) -> String {
    line_by(channel, line, printable_bytes)
}

fn line_by(channel: &str, line: &[u8], printable: fn(&[u8]) -> String) -> String {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let cut = if line.len() > WIDTH { " …" } else { "" };
    format!("{channel}| {}{cut}", printable(&line[..line.len().min(WIDTH)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_stderr_the_end_is_shown_and_the_cut_is_said() {
        let head: Vec<u8> = (0..30).flat_map(|i| format!("line {i}\n").into_bytes()).collect();
        let shown = end_of_stderr(&Stderr { head, ..Stderr::default() });
        assert_eq!(shown.len(), LINES + 1);
        assert_eq!((shown[0].as_str(), shown[LINES].as_str()), ("…", "stderr| line 29"));
    }

    #[test]
    fn one_endless_line_is_cut_and_nothing_is_shown_of_nothing() {
        let shown = beginning_of_stdout(&vec![b'y'; 1 << 20]);
        assert_eq!(shown.len(), 2);
        assert!(shown[0].ends_with("y …") && shown[1] == "…");
        assert!(beginning_of_stdout(b"").is_empty());
    }
}
