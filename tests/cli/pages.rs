//! What is read on terminals of other widths, and on those that know no letters but ASCII.

use crate::ran::Ran;
use crate::world::World;

/// A client that misnames the arguments of its call, and prints a letter beyond ASCII.
fn misnamed() -> World {
    let args = r#"json.dumps(params.get("arguments", {})"#;
    World::solution()
        .patched("ws/src/mcp.py", r#""arguments": args},"#, r#""args": args},"#)
        .patched("ws/program.py", args, r#"json.dumps(params.get("arguments", {"é": "…"})"#)
        .patched("ws/program.py", "json.dump(MODES[mode](case), sys.stdout)", "json.dump(MODES[mode](case), sys.stdout, ensure_ascii=False); print('größer', file=sys.stderr)")
}

fn on(width: &str, locale: &str) -> Ran {
    let world = misnamed();
    let mut command = world.command(&["test", "--stage", "tools-list-and-call", "--case", "main"]);
    command.env("COLUMNS", width).env("LC_ALL", locale).env("PYTHONUTF8", "1");
    Ran::of(command).ends_with(1)
}

/// Commands and the places of files are there to be copied, and stay on one line.
fn is_laid_out(line: &&str) -> bool {
    let copied = ["  more ", "  rerun ", "  by hand ", "  .theinference", "stderr|", "(behind"];
    !copied.iter().any(|copied| line.contains(copied))
}

#[test]
fn no_line_of_a_difference_is_wider_than_the_terminal() {
    for width in [40, 80, 200] {
        let ran = on(&width.to_string(), "C.UTF-8");
        let wide = |line: &&str| line.chars().count() > width;
        let lines: Vec<_> = ran.out.lines().filter(is_laid_out).filter(wide).collect();
        assert!(lines.is_empty(), "wider than {width}: {lines:#?}");
        let words = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        let sentence =
            "/toolsCallRequest/params/arguments is missing: you have `args` with the same value.";
        assert!(words.contains(sentence), "{ran}");
    }
}

#[test]
fn both_words_stand_beside_their_signs_at_every_width() {
    for (width, column) in [("40", false), ("80", true), ("200", true)] {
        let ran = on(width, "C.UTF-8");
        let starts = |start: &str| ran.out.lines().any(|line| line.starts_with(start));
        if column {
            let line = ran.out.lines().find(|line| line.starts_with("  -   ")).unwrap_or_default();
            assert!(line.ends_with("  expected"), "{ran}");
        } else {
            assert!(starts("  - expected") && starts("  + yours"), "{ran}");
        }
    }
}

#[test]
fn a_locale_that_is_not_utf_8_gets_ascii_alone() {
    for (width, locale) in [("40", "C"), ("80", "POSIX"), ("200", "de_DE.ISO-8859-1")] {
        let ran = on(width, locale);
        assert!(ran.out.is_ascii(), "{ran}");
        ran.says("... 3 more members").says("stderr| gr\\u{f6}\\u{df}er");
    }
    let ran = on("80", "C.UTF-8").says("… 3 more members").says("stderr| größer");
    assert!(!ran.out.is_ascii());
}

#[test]
fn what_is_no_terminal_has_no_width() {
    let world = misnamed();
    let ran = world.run(&["test", "--stage", "tools-list-and-call", "--case", "main"]);
    ran.says("/arguments is missing: you have `args` with the same value.\n");
}
