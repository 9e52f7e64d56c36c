//! A page of `explain`, and the list of all pages, as a person reads them.

use std::io::{self, Write};

use super::human::Page;
use super::human::style::{DIM, STRONG};
use crate::topics::{Block, Group, Topic};

/// Longer lines are hard to read, however wide the terminal is.
const WIDEST: usize = 80;

/// Writes the page about a topic.
///
/// # Errors
/// When the writer fails.
pub fn write_topic(out: &mut impl Write, topic: &Topic, page: Page) -> io::Result<()> {
    let width = page.width.unwrap_or(WIDEST).min(WIDEST);
    for line in wrapped(&format!("{}: {}", topic.name, topic.summary), width) {
        writeln!(out, "{STRONG}{line}{STRONG:#}")?;
    }
    let mut after_item = false;
    for block in &topic.blocks {
        let is_item = matches!(block, Block::Item(_));
        if !(is_item && after_item) {
            writeln!(out)?;
        }
        write_block(out, block, width)?;
        // The entries of a list and its heading stand close together.
        after_item = is_item || matches!(block, Block::Heading(_));
    }
    writeln!(out)?;
    hanging(out, "", "", &format!("See also: {}", topic.see_also.join(", ")), width)
}

fn write_block(out: &mut impl Write, block: &Block, width: usize) -> io::Result<()> {
    match block {
        Block::Heading(heading) => writeln!(out, "{STRONG}{heading}{STRONG:#}"),
        Block::Text(text) => hanging(out, "", "", text, width),
        Block::Item(text) => hanging(out, "- ", "  ", text, width),
        Block::Code(lines) => lines.iter().try_for_each(|line| code(out, line)),
    }
}

fn code(out: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(out, "{}{line}", if line.is_empty() { "" } else { "    " })
}

/// Writes the name and the summary of every page, group by group.
///
/// # Errors
/// When the writer fails.
pub fn write_topics(out: &mut impl Write, topics: &[Topic], page: Page) -> io::Result<()> {
    let names = topics.iter().map(|topic| topic.name.len()).max().unwrap_or(0);
    let narrow = page.width.filter(|width| *width < WIDEST);
    for group in Group::ALL {
        writeln!(out, "{STRONG}{}{STRONG:#}", group.title())?;
        for topic in topics.iter().filter(|topic| topic.group == group) {
            match narrow {
                None => writeln!(out, "  {:<names$}  {}", topic.name, topic.summary)?,
                Some(width) => {
                    writeln!(out, "  {}", topic.name)?;
                    hanging(out, "    ", "    ", topic.summary, width)?;
                }
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "{DIM}Read one with `theinference explain TOPIC`.{DIM:#}")
}

/// Writes a text whose first line begins with `first` and the others with `indent`, which is as long.
fn hanging(
    out: &mut impl Write,
    first: &str,
    indent: &str,
    text: &str,
    width: usize,
) -> io::Result<()> {
    let lines = wrapped(text, width.saturating_sub(indent.len()));
    for (n, line) in lines.iter().enumerate() {
        writeln!(out, "{}{line}", if n == 0 { first } else { indent })?;
    }
    Ok(())
}

/// The lines of a text, broken at blanks outside backticks: a command stays in one piece.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut in_code = false;
    let pieces = text.split(|c| {
        in_code ^= c == '`';
        c == ' ' && !in_code
    });
    for piece in pieces {
        let line = lines.last().map_or(0, String::len);
        if line > 0 && line + 1 + piece.len() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(piece);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Completeness, Document, completeness_from};
    use crate::topics::topics;

    fn is_json(text: &str) -> bool {
        Document::parse(text.as_bytes()).is_ok()
    }

    /// The pairs of a label and the text beside it; a line without a label goes on with the text.
    fn labelled(lines: &[&'static str]) -> Vec<(&'static str, String)> {
        let mut found: Vec<(&str, String)> = Vec::new();
        for line in lines {
            let (label, text) = line.split_at_checked(10).unwrap_or(("", line));
            match (label.trim(), found.last_mut()) {
                ("", Some((_, before))) => before.extend(["\n", text]),
                (label, _) => found.push((label, text.to_owned())),
            }
        }
        found
    }

    fn shown(write: impl Fn(&mut Vec<u8>) -> io::Result<()>) -> Vec<String> {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        let plain = anstream::adapter::strip_bytes(&out).into_vec();
        String::from_utf8(plain).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn every_page_is_half_a_page() {
        for topic in topics() {
            let lines = shown(|out| write_topic(out, &topic, Page { width: None }));
            assert!((8..=30).contains(&lines.len()), "{}: {} lines", topic.name, lines.len());
            for line in &lines {
                assert!(line.len() <= WIDEST, "{}: {line}", topic.name);
                assert!(!line.ends_with(' '), "{}: {line:?}", topic.name);
            }
        }
    }

    #[test]
    fn what_a_page_calls_json_is_json_and_what_it_calls_none_is_none() {
        let mut checked = 0;
        for topic in topics() {
            for block in &topic.blocks {
                let Block::Code(lines) = block else { continue };
                for (label, text) in labelled(lines) {
                    // A page about numbers shows several on a line.
                    let is_list = topic.name == "bad-number";
                    let texts: Vec<_> =
                        if is_list { text.split_whitespace().collect() } else { vec![&*text] };
                    for text in texts {
                        match label {
                            "JSON" => assert!(is_json(text), "{}: {text}", topic.name),
                            "not JSON" => assert!(!is_json(text), "{}: {text}", topic.name),
                            _ => continue,
                        }
                        checked += 1;
                    }
                }
            }
        }
        assert!(checked >= 25, "{checked}");
    }

    #[test]
    fn the_frames_of_the_protocol_are_complete_documents() {
        let mut frames = 0;
        for topic in topics().iter().filter(|topic| topic.group == Group::Protocol) {
            for block in &topic.blocks {
                let Block::Code(lines) = block else { continue };
                let text = lines.join("\n");
                let mut rest = text.as_str();
                while rest.starts_with('{') {
                    let end = rest.find("\n{").map_or(rest.len(), |at| at + 1);
                    let frame = &rest[..end];
                    let read = completeness_from(frame, 0);
                    assert_eq!(read, Completeness::Complete, "{}: {frame}", topic.name);
                    rest = &rest[end..];
                    frames += 1;
                }
            }
        }
        assert!(frames >= 10, "{frames}");
    }

    #[test]
    fn a_narrow_page_breaks_its_text_and_no_command() {
        for topic in topics() {
            for line in shown(|out| write_topic(out, &topic, Page { width: Some(40) })) {
                assert_eq!(line.matches('`').count() % 2, 0, "{}: {line}", topic.name);
                let is_whole = line.starts_with("    ") || line.contains('`');
                assert!(line.len() <= 40 || is_whole, "{}: {line}", topic.name);
            }
        }
    }

    #[test]
    fn the_list_names_every_page_on_a_line_of_its_own() {
        let topics = topics();
        let lines = shown(|out| write_topics(out, &topics, Page { width: None }));
        for topic in &topics {
            let entry = |line: &&String| line.split_whitespace().next() == Some(topic.name);
            let [line] = &lines.iter().filter(entry).collect::<Vec<_>>()[..] else {
                panic!("{} is not listed once", topic.name)
            };
            assert!(line.ends_with(topic.summary) && line.len() <= WIDEST, "{line}");
        }
    }

    #[test]
    fn on_a_narrow_page_the_summaries_stand_below_the_names() {
        let lines = shown(|out| write_topics(out, &topics(), Page { width: Some(40) }));
        assert_eq!(lines[1..3], ["  build-failed", "    the build step failed, so no case"]);
        assert!(lines.iter().all(|line| line.len() <= 40 || line.contains('`')), "{lines:#?}");
    }
}
