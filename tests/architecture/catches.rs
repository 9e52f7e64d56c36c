//! The check has to catch what it is there for: each rule against made-up sources.

use super::{LONGEST_FILE, violations};

/// Asserts that exactly these lines of a source are wrong, and that each message holds its word.
#[track_caller]
fn assert_caught(path: &str, source: &str, expected: &[(usize, &str)]) {
    let found = violations(path, source);
    assert_eq!(found.len(), expected.len(), "{source}\n{found:#?}");
    for (found, (line, word)) in found.iter().zip(expected) {
        assert!(found.starts_with(&format!("{path}:{line}: ")), "line {line}: {found}");
        assert!(found.contains(word), "{word}: {found}");
    }
}

#[test]
fn an_upward_import_is_caught() {
    assert_caught("src/model/case.rs", "\nuse crate::json::Value;\n", &[(2, "`json`")]);
    assert_caught("src/execute/run.rs", "use crate::runner::Setup;", &[(1, "`runner`")]);
    assert_caught("src/runner.rs", "fn f() { crate::cli::main(); }", &[(1, "`cli`")]);
}

#[test]
fn an_import_of_a_peer_is_caught() {
    assert_caught("src/judge/mod.rs", "use crate::report::style;", &[(1, "`report`")]);
    assert_caught("src/plan.rs", "use crate::discover::Discovery;", &[(1, "`discover`")]);
    assert_caught("src/model/mod.rs", "use crate::nearest::nearest;", &[(1, "`nearest`")]);
}

#[test]
fn imports_of_lower_rooms_and_of_the_own_room_are_free() {
    let source = "use crate::{json::{self, Value}, model::*, nearest::nearest};\n\
                  use crate::judge::compare;\npub(crate) struct A;\npub(super) struct B;\n\
                  pub(in crate::judge) struct C;\nuse super::super::words;\nuse self::d::D;\n";
    assert_caught("src/judge/explain/sentences.rs", source, &[]);
    assert_caught("src/cli/test.rs", "use crate::{runner, execute, report};", &[]);
}

#[test]
fn a_path_through_super_is_followed_to_its_room() {
    assert_caught("src/plan.rs", "use super::report::Human;", &[(1, "`report`")]);
    assert_caught("src/judge/mod.rs", "use super::watch::Watch;", &[(1, "`watch`")]);
    assert_caught("src/judge/a/b.rs", "use super::super::super::cli::main;", &[(1, "`cli`")]);
    assert_caught("src/judge/a/b.rs", "use super::{super::{super::plan, c}, d};", &[(1, "`plan`")]);
    let inline = "mod tests {\n use super::super::report;\n}\nuse super::watch;\n";
    assert_caught("src/plan.rs", inline, &[(2, "`report`"), (4, "`watch`")]);
}

#[test]
fn every_name_in_a_group_counts() {
    let source = "use crate::{\n    model::{Case, Stage},\n    report::{Human, style as s},\n    \
                  json::{self as j}, runner,\n};\n";
    assert_caught("src/watch/mod.rs", source, &[(3, "`report`"), (3, "`report`"), (4, "`runner`")]);
}

#[test]
fn the_whole_crate_under_another_name_is_caught() {
    let whole = "whole crate";
    assert_caught("src/plan.rs", "use crate as it;", &[(1, whole)]);
    assert_caught("src/plan.rs", "use crate::{self as it};", &[(1, whole)]);
    assert_caught("src/plan.rs", "use super as it;", &[(1, whole)]);
    assert_caught("src/plan.rs", "extern crate self as it;", &[(1, whole)]);
    assert_caught("src/plan.rs", "use crate::*;", &[(1, "`*`")]);
    assert_caught("src/plan.rs", "use theinference::cli;", &[(1, "`cli`")]);
}

#[test]
fn a_room_without_a_layer_is_caught() {
    assert_caught("src/lib.rs", "pub mod model;\npub mod attic;\n", &[(2, "`attic`")]);
    assert_caught("src/attic/mod.rs", "use crate::model::Case;", &[(1, "no layer")]);
    assert_caught("src/cli/mod.rs", "use crate::attic::Old;", &[(1, "`attic`")]);
}

#[test]
fn the_root_reaches_the_command_line_alone() {
    assert_caught("src/main.rs", "fn main() { theinference::cli::main() }", &[]);
    assert_caught("src/main.rs", "use theinference::model::Case;", &[(1, "`model`")]);
    assert_caught("src/lib.rs", "pub use crate::json::Value;", &[(1, "`json`")]);
}

#[test]
fn starting_processes_outside_execute_is_caught() {
    let source = "use std::process::{Command, ExitCode};\nfn f() { std::process::exit(1) }\n\
                  use std::{fs, process::{self as p}};\nuse ::std::process;\n";
    let word = "`execute`";
    assert_caught("src/cli/a.rs", source, &[(1, word), (2, word), (3, word), (4, word)]);
    assert_caught("src/execute/a.rs", source, &[]);
    assert_caught("src/cli/a.rs", "use std::process::ExitCode;", &[]);
    assert_caught("src/cli/a.rs", "use std as s;\nuse std::*;", &[(1, "`std`"), (2, "`std::*`")]);
}

#[test]
fn printing_outside_the_command_line_is_caught() {
    let source = "fn f() {\n print!(\"\");\n println!();\n eprint!(\"\");\n \
                  std::eprintln!();\n dbg!(1);\n}\n";
    let lines = [(2, "`print!`"), (3, "`println!`"), (4, "`eprint!`"), (5, "`eprintln!`")];
    let lines: Vec<_> = lines.into_iter().chain([(6, "`dbg!`")]).collect();
    assert_caught("src/report/human.rs", source, &lines);
    assert_caught("src/cli/list.rs", source, &[]);
    assert_caught("src/report/human.rs", "fn f() { writeln!(out, \"println!()\") }", &[]);
}

#[test]
fn the_environment_outside_the_command_line_is_caught() {
    let source = "use std::{fs, env};\nfn f() { std::env::var(\"A\") }\nuse std::env::args as a;\n";
    let word = "environment";
    assert_caught("src/workspace/a.rs", source, &[(1, word), (2, word), (3, word)]);
    assert_caught("src/cli/a.rs", source, &[]);
    let macros = "const A: &str = env!(\"A\"); const B: &str = std::env!(\"B\");";
    assert_caught("src/workspace/a.rs", macros, &[]);
}

#[test]
fn tests_may_print_and_read_the_environment_but_keep_to_the_layers() {
    let body = "println!();\nstd::env::temp_dir();\ncrate::cli::main();\n";
    let inline =
        format!("#[cfg(test)]\nmod tests {{\nfn f() {{\n{body}}}\n}}\nfn g() {{ dbg!() }}");
    assert_caught("src/plan.rs", &inline, &[(6, "`cli`"), (9, "`dbg!`")]);
    assert_caught("src/plan/tests.rs", body, &[(3, "`cli`")]);
    let elsewhere = "#[cfg(test)]\nmod tests;\nfn f() { println!() }";
    assert_caught("src/plan.rs", elsewhere, &[(3, "`println!`")]);
}

#[test]
fn unsafe_code_outside_its_file_is_caught() {
    let source = "#![allow(unsafe_code)]\nfn f() { unsafe { g() } }\n";
    assert_caught("src/execute/process.rs", source, &[(2, "unsafe")]);
    assert_caught("tests/cli/main.rs", source, &[(2, "unsafe")]);
    assert_caught("src/execute/system/linux.rs", source, &[]);
}

#[test]
fn a_file_that_is_too_long_is_caught() {
    let longest = "\n".repeat(LONGEST_FILE);
    assert_caught("solutions/rust/src/mcp.rs", &longest, &[]);
    let longer = format!("{longest}\n");
    assert_caught("solutions/rust/src/mcp.rs", &longer, &[(LONGEST_FILE + 1, "lines")]);
}

#[test]
fn comments_strings_and_characters_mislead_nobody() {
    let harmless = r####"// use crate::cli;
        /* println!() /* nested */ unsafe */
        /// [`crate::runner`] and std::env
        const A: &str = "crate::cli \" println!()";
        const B: &str = r#"use "crate::cli"; unsafe"#;
        const C: &[u8] = br"crate::cli\";
        const D: (char, char, u8) = ('"', '\'', b'"');
        fn f<'a>(x: &'a str) -> &'a str { x }
    "####;
    assert_caught("src/model/case.rs", harmless, &[]);
    let line = harmless.lines().count();
    let harmful = format!("{harmless} use crate::cli;");
    assert_caught("src/model/case.rs", &harmful, &[(line, "`cli`")]);
}
