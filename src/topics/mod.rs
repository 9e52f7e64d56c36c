//! Half a page about each reason, each cause and each word of the protocol that a message uses.
//!
//! Owns the pages of `docs/explain/`, which are compiled in, their names, and which page is meant
//! by what was typed. Must not know how a page is laid out, nor who asks for it.

mod page;
#[cfg(test)]
mod tests;

use thiserror::Error;

use crate::model::Reason;
use crate::nearest::nearest;

/// The path of each page from the root of the crate, and its text.
const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded_topics.rs"));

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// What a message calls it, such as `not-json` or `tools/call`.
    pub name: &'static str,
    /// One line for the list of all pages.
    pub summary: &'static str,
    /// What kind of thing it is about.
    pub group: Group,
    /// What the page says, from the top to the bottom.
    pub blocks: Vec<Block>,
    /// The names of other pages.
    pub see_also: Vec<&'static str>,
    /// Further words by which it is found.
    pub aliases: Vec<&'static str>,
}

/// A part of a page. What stands between backticks is code, and a command is not broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// The title of what follows.
    Heading(&'static str),
    /// A paragraph.
    Text(String),
    /// An entry of a list.
    Item(String),
    /// Lines to be shown as they are.
    Code(Vec<&'static str>),
}

/// The kinds of pages, in the order in which they are listed; each is a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The reasons of a failure.
    Reasons,
    /// Why a text is not JSON.
    NotJson,
    /// The kinds of difference between two documents.
    Differences,
    /// What goes wrong in a live session.
    Session,
    /// The words of MCP and JSON-RPC.
    Protocol,
    /// The words of the grader.
    Grading,
}

impl Group {
    /// All of them, in order.
    pub const ALL: [Self; 6] = [
        Self::Reasons,
        Self::NotJson,
        Self::Differences,
        Self::Session,
        Self::Protocol,
        Self::Grading,
    ];

    /// The heading in the list of all pages.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Reasons => "Why a case failed",
            Self::NotJson => "Why an answer is not JSON",
            Self::Differences => "What differs",
            Self::Session => "What goes wrong in a session",
            Self::Protocol => "Words of the protocol",
            Self::Grading => "How it is graded",
        }
    }

    const fn folder(self) -> &'static str {
        match self {
            Self::Reasons => "reasons",
            Self::NotJson => "not-json",
            Self::Differences => "differences",
            Self::Session => "session",
            Self::Protocol => "protocol",
            Self::Grading => "grading",
        }
    }
}

/// No page has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no topic `{typed}`; {}", instead(.nearest))]
pub struct UnknownTopic {
    /// What was typed.
    pub typed: String,
    /// The names of pages that were probably meant.
    pub nearest: Vec<&'static str>,
}

fn instead(nearest: &[&str]) -> String {
    match nearest {
        [] => "see them all with `theinference explain`".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    }
}

/// All pages, by group and name.
#[must_use]
pub fn topics() -> Vec<Topic> {
    let mut topics: Vec<_> =
        PAGES.iter().filter_map(|(path, text)| page::parse(path, text)).collect();
    topics.sort_by_key(|topic| (topic.group, topic.name.to_lowercase()));
    topics
}

/// The page that is called so, else the one that lists the word among its others. Case and
/// punctuation do not count: `is_error` is `isError`, and `32601` is `-32601`.
///
/// # Errors
/// When there is none; with the names that are near.
pub fn find_topic(typed: &str) -> Result<Topic, UnknownTopic> {
    let topics = topics();
    let wanted = bare(typed);
    let is_called = |topic: &&Topic| bare(topic.name) == wanted;
    let is_also = |topic: &&Topic| topic.aliases.iter().any(|alias| bare(alias) == wanted);
    let found = topics.iter().find(is_called).or_else(|| topics.iter().find(is_also));
    match found {
        Some(topic) if !wanted.is_empty() => Ok(topic.clone()),
        _ => Err(UnknownTopic { typed: typed.to_owned(), nearest: near(typed, &topics) }),
    }
}

/// The page about a reason.
#[must_use]
pub const fn topic_of(reason: Reason) -> &'static str {
    reason.as_str()
}

/// The names of the pages that are called, or also called, nearly so.
fn near(typed: &str, topics: &[Topic]) -> Vec<&'static str> {
    let words = |topic: &Topic| {
        let name = topic.name;
        let aliases = topic.aliases.clone();
        std::iter::once(name).chain(aliases).map(move |word| (word, name))
    };
    let known: Vec<_> = topics.iter().flat_map(words).collect();
    let mut names = Vec::new();
    for word in nearest(typed, known.iter().map(|&(word, _)| word)) {
        let named = known.iter().find(|&&(known, _)| known == word).map(|&(_, name)| name);
        names.extend(named.filter(|name| !names.contains(name)));
    }
    names
}

/// A word without case and punctuation.
fn bare(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
