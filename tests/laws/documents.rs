//! Documents, and edits that learners' programs make to them: renamed, moved, respelled, encoded
//! twice. Everything is decided by a row of bytes, so that a fuzzer and a counter can both drive it.

mod edits;
pub(crate) mod stock;

use theinference::model::{CompareRules, MemberOrder, Numbers};

/// Two texts and how to compare them.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) expected: Vec<u8>,
    pub(crate) actual: Vec<u8>,
    pub(crate) rules: CompareRules,
}

impl Pair {
    /// The pair that a row of bytes stands for. Another row may stand for the same.
    pub(crate) fn new(choices: &[u8]) -> Self {
        let mut choices = Choices { bytes: choices };
        let rules = rules(&mut choices);
        let expected = Node::new(&mut choices, 4);
        let mut actual = expected.clone();
        for _ in 0..choices.below(5) {
            edits::edit(&mut actual, &mut choices);
        }
        let mut texts = [expected.text(&mut choices), actual.text(&mut choices)];
        if choices.one_in(16) {
            let levels = choices.below(200);
            texts = texts.map(|text| format!("{}{text}{}", "[".repeat(levels), "]".repeat(levels)));
        }
        let [expected, actual] = texts.map(String::into_bytes);
        let mut pair = Self { expected, actual, rules };
        if choices.one_in(8) {
            edits::damage(&mut pair.actual, &mut choices);
        }
        pair
    }

    /// The pair with that number: always the same one.
    pub(crate) fn numbered(number: u64) -> Self {
        Self::new(&random_bytes(number, 512))
    }
}

/// Pseudo-random bytes: SplitMix64 (Steele, Lea, Flood 2014), which needs no start-up.
fn random_bytes(seed: u64, length: usize) -> Vec<u8> {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
    let word = |n: u64| {
        let state = (seed << 32).wrapping_add(n + 1).wrapping_mul(STEP);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    };
    (0..).flat_map(|n| word(n).to_le_bytes()).take(length).collect()
}

/// Bytes that decide. Once they are used up, every choice is the first one.
pub(crate) struct Choices<'b> {
    bytes: &'b [u8],
}

impl Choices<'_> {
    /// A number below `limit`, which is from 1 to 256.
    fn below(&mut self, limit: usize) -> usize {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(first) % limit
    }

    /// Never once the bytes are used up.
    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == many - 1
    }

    fn of<'s>(&mut self, stock: &[&'s str]) -> &'s str {
        stock[self.below(stock.len())]
    }
}

fn rules(choices: &mut Choices<'_>) -> CompareRules {
    let numbers = if choices.one_in(3) { Numbers::Value } else { Numbers::Exact };
    let order = if choices.one_in(3) { MemberOrder::Exact } else { MemberOrder::Ignore };
    let count = choices.below(8).saturating_sub(4);
    let ignore = (0..count).map(|_| choices.of(&stock::PATTERNS).to_owned()).collect();
    CompareRules { numbers, order, ignore }
}

/// A value whose scalars and names are JSON text already, in whatever spelling.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Scalar(String),
    Array(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl Node {
    fn new(choices: &mut Choices<'_>, levels: usize) -> Node {
        match choices.below(if levels == 0 { 3 } else { 8 }) {
            0 => Node::Scalar(choices.of(&stock::WORDS).to_owned()),
            1 => Node::Scalar(choices.of(&stock::NUMBERS).to_owned()),
            2 => Node::Scalar(string(choices)),
            3 | 4 => Node::Array(many(choices, |choices| Node::new(choices, levels - 1))),
            5 => records(choices),
            _ => {
                let members =
                    many(choices, |choices| (name(choices), Node::new(choices, levels - 1)));
                let mut object = Node::Object(members);
                if !choices.one_in(32) {
                    object.name_apart();
                }
                object
            }
        }
    }

    /// Drops members whose names are spelled alike.
    fn name_apart(&mut self) {
        if let Node::Object(members) = self {
            let mut seen = std::collections::HashSet::new();
            members.retain(|(name, _)| seen.insert(name.clone()));
        }
    }

    fn children(&self) -> usize {
        match self {
            Node::Scalar(_) => 0,
            Node::Array(elements) => elements.len(),
            Node::Object(members) => members.len(),
        }
    }

    fn child(&mut self, index: usize) -> Option<&mut Node> {
        match self {
            Node::Scalar(_) => None,
            Node::Array(elements) => elements.get_mut(index),
            Node::Object(members) => members.get_mut(index).map(|(_, value)| value),
        }
    }

    /// JSON text, with white space as the choices have it.
    fn text(&self, choices: &mut Choices<'_>) -> String {
        let space = choices.of(&["", " ", "\n  ", "\t", "\r\n"]);
        let mut text = String::new();
        self.write(&mut text, space);
        text
    }

    fn write(&self, text: &mut String, space: &str) {
        let (brackets, children) = match self {
            Node::Scalar(scalar) => return text.push_str(scalar),
            Node::Array(elements) => (["[", "]"], elements.iter().map(|it| (None, it)).collect()),
            Node::Object(members) => {
                (["{", "}"], members.iter().map(|(name, it)| (Some(name), it)).collect::<Vec<_>>())
            }
        };
        text.push_str(brackets[0]);
        for (n, (name, child)) in children.into_iter().enumerate() {
            text.push_str(if n == 0 { "" } else { "," });
            text.push_str(space);
            if let Some(name) = name {
                text.extend([name, ":", space]);
            }
            child.write(text, space);
        }
        text.extend([space, brackets[1]]);
    }
}

fn many<T>(choices: &mut Choices<'_>, mut one: impl FnMut(&mut Choices<'_>) -> T) -> Vec<T> {
    let most = if choices.one_in(8) { 20 } else { 5 };
    (0..choices.below(most)).map(|_| one(choices)).collect()
}

fn name(choices: &mut Choices<'_>) -> String {
    choices.of(&stock::NAMES).to_owned()
}

fn string(choices: &mut Choices<'_>) -> String {
    if choices.one_in(4) {
        let pieces: String = many(choices, |choices| choices.of(&stock::PIECES)).concat();
        return format!("\"{pieces}\"");
    }
    if choices.one_in(16) {
        let (before, after) = (choices.below(256), choices.below(256));
        let piece = choices.of(&stock::PIECES);
        return format!("\"{}{piece}{}\"", "lorem ".repeat(before), "x".repeat(after));
    }
    choices.of(&stock::STRINGS).to_owned()
}

/// An array of objects alike, as lists of tools and users are.
fn records(choices: &mut Choices<'_>) -> Node {
    let key = choices.of(&["\"id\"", "\"name\"", "\"uri\"", "\"key\"", "\"value\""]);
    let other = (name(choices), name(choices));
    let record = |n: usize, choices: &mut Choices<'_>| {
        let mut record = Node::Object(vec![
            (key.to_owned(), Node::Scalar(n.to_string())),
            (other.0.clone(), Node::Scalar(choices.of(&stock::STRINGS).to_owned())),
            (other.1.clone(), Node::new(choices, 0)),
        ]);
        record.name_apart();
        record
    };
    let most = if choices.one_in(16) { 60 } else { 8 };
    Node::Array((0..choices.below(most)).map(|n| record(n, choices)).collect())
}
