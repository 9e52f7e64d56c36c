//! The pages keep to their form, and each is found.

use std::collections::HashMap;
use std::path::Path;

use super::*;

/// Every reason. `topic_of` takes no other, and a new one fails to compile here.
const REASONS: [Reason; 14] = [
    Reason::Mismatch,
    Reason::NotJson,
    Reason::NoOutput,
    Reason::ExitCode,
    Reason::Signal,
    Reason::Timeout,
    Reason::OutputLimit,
    Reason::MemoryLimit,
    Reason::CpuLimit,
    Reason::ProcessLimit,
    Reason::DiskLimit,
    Reason::CouldNotStart,
    Reason::BuildFailed,
    Reason::Protocol,
];

/// The place in `REASONS`, so that a reason that is added there and not here does not compile.
const fn place(reason: Reason) -> usize {
    match reason {
        Reason::Mismatch => 0,
        Reason::NotJson => 1,
        Reason::NoOutput => 2,
        Reason::ExitCode => 3,
        Reason::Signal => 4,
        Reason::Timeout => 5,
        Reason::OutputLimit => 6,
        Reason::MemoryLimit => 7,
        Reason::CpuLimit => 8,
        Reason::ProcessLimit => 9,
        Reason::DiskLimit => 10,
        Reason::CouldNotStart => 11,
        Reason::BuildFailed => 12,
        Reason::Protocol => 13,
    }
}

#[test]
fn every_reason_has_a_page_among_the_reasons() {
    for (n, reason) in REASONS.into_iter().enumerate() {
        assert_eq!(place(reason), n);
        let topic = find_topic(topic_of(reason)).unwrap();
        assert_eq!((topic.name, topic.group), (reason.as_str(), Group::Reasons));
    }
    let pages = topics().into_iter().filter(|topic| topic.group == Group::Reasons).count();
    assert_eq!(pages, REASONS.len(), "a page about a reason that does not exist");
}

#[test]
fn every_file_is_a_page_and_is_called_like_it() {
    let topics = topics();
    assert_eq!(topics.len(), PAGES.len());
    for (path, text) in PAGES {
        let topic = page::parse(path, text).unwrap_or_else(|| panic!("{path} is no page"));
        let name = topic.name.replace(['/', '.'], "-");
        let file = Path::new(path).file_stem().and_then(|name| name.to_str());
        assert_eq!(file, Some(name.trim_start_matches('-')), "{path}");
    }
}

#[test]
fn every_see_also_leads_to_another_page() {
    for (path, text) in PAGES {
        let topic = page::parse(path, text).unwrap();
        assert!((2..=6).contains(&topic.see_also.len()), "{path}: see also {:?}", topic.see_also);
        for name in &topic.see_also {
            assert_ne!(*name, topic.name);
            let other =
                PAGES.iter().find(|(path, text)| page::parse(path, text).unwrap().name == *name);
            let (other, _) = other.unwrap_or_else(|| panic!("{path}: there is no page {name}"));
            let same = Path::new(path).parent() == Path::new(other).parent();
            let start = if same { "docs/explain/x/" } else { "docs/explain/" };
            let link = match same {
                true => Path::new(other).file_name().unwrap().to_str().unwrap().to_owned(),
                false => format!("../{}", other.strip_prefix(start).unwrap()),
            };
            assert!(text.contains(&format!("[{name}]({link})")), "{path}: [{name}]({link})");
        }
    }
}

#[test]
fn every_page_says_what_to_do_last() {
    for topic in topics() {
        let last = topic.blocks.iter().rposition(|block| matches!(block, Block::Heading(_)));
        let last = last.unwrap_or_else(|| panic!("{}: no heading", topic.name));
        assert_eq!(topic.blocks[last], Block::Heading("What to do"), "{}", topic.name);
        let items = topic.blocks[last..].iter().filter(|it| matches!(it, Block::Item(_))).count();
        assert!(items >= 2, "{}: {items} things to do", topic.name);
    }
}

#[test]
fn a_word_leads_to_one_page_only() {
    let mut owners = HashMap::new();
    for topic in topics() {
        for word in std::iter::once(topic.name).chain(topic.aliases) {
            let owner = owners.insert(bare(word), topic.name).unwrap_or(topic.name);
            assert_eq!(owner, topic.name, "both have `{word}`");
        }
    }
}

#[test]
fn case_and_punctuation_do_not_count_and_other_names_do() {
    for (typed, name) in [
        ("mismatch", "mismatch"),
        ("MISMATCH", "mismatch"),
        ("is_error", "isError"),
        ("iserror", "isError"),
        ("32601", "-32601"),
        ("-32601", "-32601"),
        ("SIGSEGV", "signal"),
        ("BOM", "byte-order-mark"),
        ("tools/list", "tools/list"),
        ("tools list", "tools/list"),
        ("input_schema", "inputSchema"),
        ("args", "arguments"),
        ("NaN", "nan"),
        ("behind the scenes", "hidden"),
        ("stderr", "stdout"),
    ] {
        assert_eq!(find_topic(typed).map(|topic| topic.name), Ok(name), "{typed}");
    }
}

#[test]
fn an_unknown_word_gets_the_nearest_names() {
    let said = |typed: &str| find_topic(typed).unwrap_err().to_string();
    assert_eq!(said("mismach"), "there is no topic `mismach`; did you mean mismatch?");
    assert_eq!(said("isErorr"), "there is no topic `isErorr`; did you mean isError?");
    assert_eq!(said("sigsegvv"), "there is no topic `sigsegvv`; did you mean signal?");
    for typed in ["", "  ", "/", "kangaroo"] {
        let said = said(typed);
        assert!(said.ends_with("see them all with `theinference explain`"), "{said}");
    }
}

#[test]
fn the_pages_are_ascii() {
    for (path, text) in PAGES {
        assert!(text.is_ascii(), "{path}");
    }
}

#[test]
fn every_cause_leads_to_a_page() {
    for cause in crate::model::Cause::ALL {
        assert!(find_topic(cause.as_str()).is_ok(), "{}", cause.as_str());
    }
}
