//! Selections as people type them.

use super::*;
use crate::model::{CompareRules, Driver, Expectation, Limits, Origin, Visibility};

fn case(name: &str) -> Case {
    Case {
        name: name.to_owned(),
        summary: None,
        visibility: Visibility::Visible,
        hint: None,
        exit: 0,
        input: b"1".as_slice().into(),
        script: None,
        expectation: Expectation::Exact(b"1".as_slice().into()),
        mistakes: Vec::new(),
    }
}

fn stage(slug: &str, cases: &[&str]) -> Stage {
    Stage {
        slug: slug.to_owned(),
        title: slug.to_owned(),
        chapter: None,
        minutes: None,
        mode: "m".to_owned(),
        driver: Driver::Process,
        requires: Vec::new(),
        limits: Limits::default(),
        compare: CompareRules::default(),
        touches: Vec::new(),
        lesson: String::new(),
        cases: cases.iter().map(|name| case(name)).collect(),
    }
}

/// Its second stage is broken, its last is called like a number.
fn course() -> (Course, Vec<String>) {
    let stages = vec![
        stage("tools-list-and-call", &["main", "unknown-tool", "errors/deep"]),
        stage("tools-call-handler", &["main", "unknown-method"]),
        stage("2", &["main"]),
    ];
    let slugs = ["tools-list-and-call", "broken", "tools-call-handler", "2"];
    let course = Course { title: "C".to_owned(), version: None, stages, origin: Origin::Embedded };
    (course, slugs.map(str::to_owned).to_vec())
}

/// The cases that `--reveal` names, when `unknown-tool` and `unknown-method` are hidden.
fn revealed(cases: &[&str], typed: &[&str]) -> Result<Vec<String>, String> {
    let (mut course, _) = course();
    let all = course.stages.iter_mut().flat_map(|stage| &mut stage.cases);
    all.filter(|case| case.name.starts_with("unknown"))
        .for_each(|case| case.visibility = Visibility::Hidden);
    let slugs: Vec<_> = course.stages.iter().map(|stage| stage.slug.clone()).collect();
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let selection =
        Selection { cases: owned(cases), revealed: owned(typed), ..Selection::default() };
    let plan = plan(&course, &selection, &slugs).map_err(|error| error.to_string())?;
    let name = |(stage, case): &Planned<'_>| format!("{}/{}", stage.slug, case.name);
    Ok(plan.revealed.iter().map(name).collect())
}

#[test]
fn hidden_cases_are_revealed_by_their_name_with_or_without_their_stage() {
    let tool = "tools-list-and-call/unknown-tool".to_owned();
    assert_eq!(revealed(&[], &["unknown-tool"]), Ok(vec![tool.clone()]));
    assert_eq!(revealed(&[], &[&tool]), Ok(vec![tool]));
    assert_eq!(revealed(&[], &[]), Ok(vec![]));
}

#[test]
fn what_cannot_be_revealed_is_refused() {
    let no = "so it cannot be revealed";
    for (cases, typed, told) in [
        (&[][..], "unknown-tol", format!("no selected case is called `unknown-tol`, {no}; did you mean `unknown-tool`?")),
        (&[], "zzz", format!("no selected case is called `zzz`, {no}; the hidden ones are: `unknown-method`, `unknown-tool`")),
        (&["main"], "unknown-tool", format!("no selected case is called `unknown-tool`, {no}; none of the selected cases is hidden")),
        (&[], "main", "the case `main` is not hidden: it is shown whenever it fails. Leave out `--reveal main`".to_owned()),
    ] {
        assert_eq!(revealed(cases, &[typed]), Err(told));
    }
}

/// The broken stage counts only where stages are named.
fn planned(stages: &[&str], cases: &[&str]) -> Result<Vec<String>, String> {
    let (course, mut slugs) = course();
    slugs.retain(|slug| slug != "broken" || !stages.is_empty());
    let typed = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let selection =
        Selection { stages: typed(stages), cases: typed(cases), slugs: vec![], revealed: vec![] };
    let plan = plan(&course, &selection, &slugs).map_err(|error| error.to_string())?;
    let line = |planned: &PlannedStage<'_>| {
        let cases: Vec<_> = planned.cases.iter().map(|case| case.name.as_str()).collect();
        let complete = if planned.complete { "all" } else { "part" };
        format!("{}: {} ({complete})", planned.stage.slug, cases.join(" "))
    };
    Ok(plan.stages.iter().map(line).collect())
}

#[test]
fn a_broken_stage_is_among_all_stages() {
    let (course, slugs) = course();
    let error = plan(&course, &Selection::default(), &slugs).unwrap_err();
    assert_eq!(error, PlanError::BrokenStage { slug: "broken".to_owned() });
}

#[test]
fn nothing_typed_selects_every_stage() {
    assert_eq!(
        planned(&[], &[]).unwrap(),
        [
            "tools-list-and-call: main unknown-tool errors/deep (all)",
            "tools-call-handler: main unknown-method (all)",
            "2: main (all)",
        ]
    );
}

#[test]
fn stages_come_in_the_order_of_the_course_and_each_once() {
    let typed = ["tools-c", "1", "3", "tools-list-and-call"];
    assert_eq!(
        planned(&typed, &["main"]).unwrap(),
        ["tools-list-and-call: main (part)", "tools-call-handler: main (part)"]
    );
}

#[test]
fn a_slug_for_a_script_is_taken_whole_and_offered_when_it_is_cut_short() {
    let (course, slugs) = course();
    let whole = |typed: &str| {
        let selection = Selection { slugs: vec![typed.to_owned()], ..Selection::default() };
        plan(&course, &selection, &slugs).map(|plan| plan.stages[0].stage.slug.clone())
    };
    assert_eq!(whole("1").unwrap(), "tools-list-and-call");
    assert_eq!(
        whole("tools-list-and-cal").unwrap_err().to_string(),
        "there is no stage `tools-list-and-cal`; did you mean `tools-list-and-call`?"
    );
}

#[test]
fn an_exact_slug_wins_over_a_number() {
    assert_eq!(planned(&["2"], &[]).unwrap(), ["2: main (all)"]);
}

#[test]
fn a_stage_that_cannot_be_meant_is_an_error_that_says_what_can() {
    assert_eq!(
        planned(&["tools-list-and-cal1"], &[]).unwrap_err(),
        "there is no stage `tools-list-and-cal1`; did you mean `tools-list-and-call`?"
    );
    assert_eq!(
        planned(&["zebra"], &[]).unwrap_err(),
        "there is no stage `zebra`; the stages are: `tools-list-and-call`, `broken`, \
         `tools-call-handler`, `2`"
    );
    for nothing in ["", "0", "5", "-1"] {
        assert!(planned(&[nothing], &[]).unwrap_err().starts_with("there is no stage"));
    }
    assert_eq!(
        planned(&["tools"], &[]).unwrap_err(),
        "`tools` is the beginning of several stages; write more of one of: \
         `tools-list-and-call`, `tools-call-handler`"
    );
    assert_eq!(
        planned(&["bro"], &[]).unwrap_err(),
        "the stage `broken` is broken; mend its problems first"
    );
}

#[test]
fn globs_are_about_names_and_about_stage_and_name() {
    let unknown = ["tools-list-and-call: unknown-tool (part)"];
    assert_eq!(planned(&["1"], &["unknown-*"]).unwrap(), unknown);
    assert_eq!(planned(&[], &["tools-list-and-call/u*"]).unwrap(), unknown);
    assert_eq!(planned(&[], &["unknown-tool"]).unwrap(), unknown);
    assert_eq!(planned(&[], &["tools-*"]).unwrap(), [""; 0]);
    assert_eq!(planned(&["2"], &["*"]).unwrap(), ["2: main (all)"]);
    let deep = ["tools-list-and-call: errors/deep (part)"];
    assert_eq!(planned(&[], &["**/deep"]).unwrap(), deep);
    assert!(planned(&[], &["a[b"]).unwrap_err().starts_with("`a[b` is no glob: "));
}

#[test]
fn a_name_that_no_case_has_is_told_with_its_nearest() {
    let (course, mut slugs) = course();
    slugs.retain(|slug| slug != "broken");
    let cases = ["unknown-tol", "2/mian", "x*"].map(str::to_owned).to_vec();
    let selection = Selection { cases, ..Selection::default() };
    let plan = plan(&course, &selection, &slugs).unwrap();
    assert_eq!(plan.stages, []);
    let told: Vec<_> =
        plan.unmatched.iter().map(|u| (u.typed.as_str(), u.nearest.join(" "))).collect();
    let near = |text: &str| text.to_owned();
    assert_eq!(
        told,
        [("unknown-tol", near("unknown-tool")), ("2/mian", near("2/main")), ("x*", near(""))]
    );
}

#[test]
fn the_next_stage_is_the_next_sound_one() {
    let (course, slugs) = course();
    let next = |slug| next_stage(&course, &slugs, slug).map(|stage| stage.slug.as_str());
    assert_eq!(next("tools-list-and-call"), Some("tools-call-handler"));
    assert_eq!(next("broken"), Some("tools-call-handler"));
    assert_eq!(next("2"), None);
    assert_eq!(next("zebra"), None);
}
