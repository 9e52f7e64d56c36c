//! `schema`: the JSON Schemas for editors, or the list of them.

use std::fs;

use crate::ran::Ran;
use crate::world::{World, repository};

#[test]
fn a_schema_is_printed_as_it_is_in_the_repository() {
    let world = World::empty();
    for name in ["theinference", "course", "stage", "case"] {
        let file = repository().join(format!("schemas/{name}.schema.json"));
        let text = fs::read_to_string(file).expect("the schema can be read");
        for typed in [name.to_owned(), format!("{name}.json")] {
            let ran = world.run(&["schema", &typed]).ends_with(0);
            assert!(ran.out == text && ran.err.is_empty(), "{ran}");
        }
    }
}

#[test]
fn without_a_name_all_are_listed_with_what_they_describe() {
    let ran = World::empty().run(&["schema"]).ends_with(0);
    let ran = ran.says("  theinference  the settings of a workspace: theinference.json\n");
    let ran = ran.says("  stage         a stage of a course: stages/STAGE/stage.json\n");
    ran.says("\nPrint one with `theinference schema NAME`.\n");
}

#[test]
fn a_wrong_name_is_refused_with_the_nearest() {
    let world = World::empty();
    let ran = world.run(&["schema", "stgae"]).ends_with(2);
    let ran = ran.warns("there is no schema `stgae`; did you mean stage?");
    assert!(ran.out.is_empty(), "{ran}");
    world.run(&["schema", "zebra"]).ends_with(2).warns("see them all with `theinference schema`");
    world.run(&["schema", "\u{1b}[2J"]).ends_with(2).warns("no schema `\\x1b[2J`");
}

#[test]
fn colours_and_old_locales_change_nothing_of_a_schema() {
    let world = World::empty();
    let mut command = world.command(&["schema", "stage"]);
    command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").env("LC_ALL", "C");
    let plain = world.run(&["schema", "stage"]).ends_with(0).out;
    assert_eq!(Ran::of(command).ends_with(0).out, plain);
}

#[test]
fn a_reader_that_goes_away_changes_nothing() {
    let ran =
        Ran::of(World::empty().shell("(theinference schema stage; echo code $? >&2) | head -n 1"));
    ran.ends_with(0).says("{\n").warns("code 0\n");
}
