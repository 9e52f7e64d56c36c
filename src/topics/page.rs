//! Reads a page: a small part of Markdown.

use super::{Block, Group, Topic};

const SEE_ALSO: &str = "See also: ";
const ALIASES: &str = "Also found as: ";

/// A page; `None` where the text is none, which a test rules out for those that are compiled in.
pub(super) fn parse(path: &str, text: &'static str) -> Option<Topic> {
    let folder = path.rsplit('/').nth(1)?;
    let group = Group::ALL.into_iter().find(|group| group.folder() == folder)?;
    let (title, body) = text.split_once('\n')?;
    let (name, summary) = title.strip_prefix("# ")?.split_once(": ")?;
    let mut topic = Topic {
        name,
        summary,
        group,
        blocks: Vec::new(),
        see_also: Vec::new(),
        aliases: Vec::new(),
    };
    let mut lines = body.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let code = lines.by_ref().take_while(|line| *line != "```").collect();
            topic.blocks.push(Block::Code(code));
        } else {
            add(&mut topic, line);
        }
    }
    Some(topic)
}

/// Adds a line outside code. A paragraph and an entry are one line each.
fn add(topic: &mut Topic, line: &'static str) {
    if let Some(links) = line.strip_prefix(SEE_ALSO) {
        topic.see_also = between(links, '[', ']');
    } else if let Some(words) = line.strip_prefix(ALIASES) {
        topic.aliases = between(words, '`', '`');
    } else if let Some(heading) = line.strip_prefix("## ") {
        topic.blocks.push(Block::Heading(heading));
    } else if let Some(item) = line.strip_prefix("- ") {
        topic.blocks.push(Block::Item(item.to_owned()));
    } else if !line.is_empty() {
        topic.blocks.push(Block::Text(line.to_owned()));
    }
}

/// Each text between an opening and a closing character.
fn between(text: &str, open: char, close: char) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once(open) {
        let Some((inside, after)) = after.split_once(close) else { break };
        found.push(inside);
        rest = after;
    }
    found
}
