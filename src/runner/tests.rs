//! The runner with an executor that starts nothing.

use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use super::*;
use crate::execute::CancelHandle;
use crate::execute::{Input, Run};
use crate::model::{
    Case, Cause, CompareRules, CouldNotStart, Driver, Ending, Expectation, Hint, Isolation,
    Mistake, Network, Outcome, Resources, Reveal, Stage, Stderr, Symptom, Visibility,
};
use crate::plan::PlannedStage;

/// Answers each run with what the case holds: its input is the answer.
struct Echo {
    runs: Arc<Mutex<Vec<Run>>>,
    cancel_after: Option<(usize, CancelHandle)>,
}

impl Executor for Echo {
    fn execute(&mut self, run: &Run, _: &Cancel) -> Result<Observation, StartError> {
        let mut runs = self.runs.lock().unwrap();
        runs.push(run.clone());
        if let Some((_, handle)) = self.cancel_after.as_ref().filter(|(at, _)| *at == runs.len()) {
            handle.cancel();
        }
        match &run.input {
            Input::Session(_) => unreachable!("no stage has a session"),
            Input::Nothing => Ok(seen(b"built", Ending::Exited(run.argv.len() as i32 - 1))),
            Input::Case(case) if &**case == b"refuse" => Err(StartError::Program(CouldNotStart {
                sentence: "no".to_owned(),
                remedy: "mend".to_owned(),
            })),
            Input::Case(case) => {
                // Later cases of a worker are slower than earlier ones of another.
                std::thread::sleep(Duration::from_millis(case.len() as u64));
                Ok(seen(case, Ending::Exited(0)))
            }
        }
    }
}

fn seen(stdout: &[u8], ending: Ending) -> Observation {
    Observation {
        stdout: stdout.to_vec(),
        reached: None,
        stderr: Stderr::default(),
        ending,
        elapsed: Duration::from_millis(1),
        resources: Resources::default(),
        isolation: Isolation::None,
        left_running: 0,
        not_removed: None,
    }
}

fn case(name: &str, input: &str, visibility: Visibility) -> Case {
    Case {
        name: name.to_owned(),
        summary: Some("summary".to_owned()),
        visibility,
        hint: Some("hint".to_owned()),
        exit: 0,
        input: input.as_bytes().into(),
        script: None,
        expectation: Expectation::Exact(b"1".as_slice().into()),
        mistakes: Vec::new(),
    }
}

fn stage(cases: Vec<Case>) -> Stage {
    Stage {
        slug: "s".to_owned(),
        title: "S".to_owned(),
        chapter: None,
        minutes: None,
        mode: "m".to_owned(),
        driver: Driver::Process,
        requires: Vec::new(),
        limits: Limits::default(),
        compare: CompareRules::default(),
        touches: Vec::new(),
        lesson: String::new(),
        cases,
    }
}

fn setup() -> Setup {
    Setup {
        given: Given::Program,
        invocation: Invocation {
            name: "theinference",
            course: "C".to_owned(),
            course_version: None,
            workspace: "/w".into(),
            elsewhere: None,
            program: vec!["p".to_owned()],
            options: Vec::new(),
            trailing: Vec::new(),
            isolation: Isolation::None,
            started: SystemTime::UNIX_EPOCH,
        },
        program: vec!["p".into()],
        directory: "/w".into(),
        environment: Vec::new(),
        build: None,
        asked: Limits::default(),
        workspace: Limits::default(),
        isolation: Isolation::None,
        network: Network::Allowed,
        hidden: Vec::new(),
        repeat: 1,
        after_failure: AfterFailure::GoOn,
        budget: Budget::default(),
        keep: Keep::Nothing,
        sources: None,
        count_failures: CountFailures::Never,
        next: None,
        warnings: Vec::new(),
        present: Present::default(),
    }
}

struct Told {
    outcomes: Vec<Outcome>,
    summary: RunSummary,
    runs: Vec<Run>,
}

fn carry_out(stage: &Stage, setup: &Setup, jobs: usize, cancel_after: Option<usize>) -> Told {
    let planned = PlannedStage { stage, cases: stage.cases.iter().collect(), complete: true };
    let plan = Plan { stages: vec![planned], unmatched: Vec::new(), revealed: Vec::new() };
    carry_out_plan(&plan, setup, jobs, cancel_after)
}

fn carry_out_plan(
    plan: &Plan<'_>,
    setup: &Setup,
    jobs: usize,
    cancel_after: Option<usize>,
) -> Told {
    let runs = Arc::new(Mutex::new(Vec::new()));
    let (handle, cancel) = Cancel::new().unwrap();
    let executors = (0..jobs).map(|_| {
        let cancel_after = cancel_after.map(|at| (at, handle.clone()));
        Box::new(Echo { runs: Arc::clone(&runs), cancel_after }) as Box<dyn Executor + Send>
    });
    let mut outcomes = Vec::new();
    let summary = run(plan, setup, executors.collect(), &cancel, &mut |event| {
        if let Event::CaseFinished(outcome) = event {
            outcomes.push(*outcome);
        }
    });
    let runs = runs.lock().unwrap().clone();
    Told { outcomes, summary, runs }
}

fn verdicts(told: &Told) -> Vec<&'static str> {
    told.outcomes.iter().map(|outcome| outcome.verdict.as_str()).collect()
}

/// Inputs of different length, so that later cases end before earlier ones; number 5 is wrong.
fn mixed() -> Stage {
    let input = |number: usize| match number {
        5 => "2".to_owned(),
        _ => format!("{}1", " ".repeat(9 - number)),
    };
    stage((0..9).map(|n| case(&format!("c{n}"), &input(n), Visibility::Visible)).collect())
}

#[test]
fn outcomes_come_in_course_order_however_many_workers_there_are() {
    let stage = mixed();
    for jobs in [1, 2, 8] {
        let told = carry_out(&stage, &setup(), jobs, None);
        let names: Vec<_> = told.outcomes.iter().map(|outcome| &outcome.case.name).collect();
        assert_eq!(names, stage.cases.iter().map(|case| &case.name).collect::<Vec<_>>());
        assert_eq!((told.summary.passed, told.summary.failed), (8, 1));
    }
}

#[test]
fn what_comes_after_the_first_failure_is_skipped_when_that_was_asked_for() {
    let setup = Setup { after_failure: AfterFailure::Stop, ..setup() };
    for jobs in [1, 8] {
        let told = carry_out(&mixed(), &setup, jobs, None);
        let expected = ["pass", "pass", "pass", "pass", "pass", "fail", "skipped", "skipped"];
        assert_eq!(verdicts(&told)[..8], expected);
        assert_eq!((told.outcomes.len(), told.summary.skipped), (9, 3));
    }
}

#[test]
fn a_cancelled_run_tells_no_more_cases_and_is_no_success() {
    let told = carry_out(&mixed(), &setup(), 1, Some(2));
    assert!(told.summary.cancelled && told.summary.next.is_none());
    assert!(told.outcomes.len() < 9);
}

#[test]
fn of_a_hidden_case_neither_observation_nor_explanation_leaves_the_runner() {
    let cases = vec![
        case("wrong", "2", Visibility::Hidden),
        case("no-json", "secret", Visibility::Hidden),
        case("shown", "2", Visibility::Visible),
    ];
    let told = carry_out(&stage(cases), &setup(), 1, None);
    for outcome in &told.outcomes[..2] {
        assert_eq!((&outcome.observation, &outcome.explanation), (&None, &None));
        assert!(!format!("{outcome:?}").contains("secret"));
        let own = Hint { text: "hint".to_owned(), ..Hint::default() };
        assert_eq!(outcome.hints, [own]);
    }
    assert!(told.outcomes[2].observation.is_some() && told.outcomes[2].explanation.is_some());
}

#[test]
fn a_hidden_case_that_is_asked_for_is_carried_as_a_visible_one_after_three_changed_programs() {
    let workspace = tempfile::tempdir().unwrap();
    let directory = workspace.path().to_owned();
    let count_failures = CountFailures::AlsoThis;
    let setup = Setup { sources: Some(directory.clone()), directory, count_failures, ..setup() };
    let stage =
        stage(vec![case("asked", "2", Visibility::Hidden), case("not", "2", Visibility::Hidden)]);
    let round = |version: usize| {
        std::fs::write(workspace.path().join("a.py"), format!("# {version}")).unwrap();
        let cases: Vec<_> = stage.cases.iter().collect();
        let revealed = vec![(&stage, cases[0])];
        let planned = PlannedStage { stage: &stage, cases, complete: true };
        let plan = Plan { stages: vec![planned], unmatched: Vec::new(), revealed };
        carry_out_plan(&plan, &setup, 2, None).outcomes
    };
    for (version, failures) in [(1, 1), (1, 1), (2, 2)] {
        let outcomes = round(version);
        assert_eq!(outcomes[0].case.visibility, Visibility::Hidden);
        assert_eq!(outcomes[0].reveal, Some(Reveal::NotYet { failures }));
        assert_eq!((&outcomes[0].observation, &outcomes[0].explanation), (&None, &None));
        assert_eq!(outcomes[1].reveal, None);
    }
    let outcomes = round(3);
    assert_eq!((outcomes[0].case.visibility, outcomes[0].reveal), (Visibility::Revealed, None));
    assert!(outcomes[0].observation.is_some() && outcomes[0].explanation.is_some());
    assert_eq!(outcomes[1].case.visibility, Visibility::Hidden);
    assert_eq!(outcomes[1].reveal, Some(Reveal::Allowed));
    assert_eq!((&outcomes[1].observation, &outcomes[1].explanation), (&None, &None));
}

#[test]
fn hints_are_of_the_mistakes_that_were_made_else_the_cases_own() {
    let known = |mut case: Case| {
        let mistake = |name: &str, shows_as| Mistake {
            name: name.to_owned(),
            shows_as,
            hint: format!("about {name}"),
        };
        case.mistakes = vec![
            mistake("two", Symptom::Answer(b"2".as_slice().into())),
            mistake("log", Symptom::Cause(Cause::LogOnStdout)),
        ];
        case
    };
    let hints = |input: &str, visibility| {
        let stage = stage(vec![known(case("c", input, visibility))]);
        let outcome = carry_out(&stage, &setup(), 1, None).outcomes.remove(0);
        let told = |hint: Hint| (hint.text, hint.mistake.unwrap_or_default());
        outcome.hints.into_iter().map(told).collect::<Vec<_>>()
    };
    let told = |text: &str, mistake: &str| vec![(text.to_owned(), mistake.to_owned())];
    for visibility in [Visibility::Visible, Visibility::Hidden] {
        assert_eq!(hints("2", visibility), told("about two", "two"));
        assert_eq!(hints("3", visibility), told("hint", ""));
        assert_eq!(hints("done\n1", visibility), told("about log", "log"));
        assert_eq!(hints("1", visibility), []);
    }
    // The case's own hint is about the answer, and here there is none.
    assert_eq!(hints("no", Visibility::Visible), []);
    assert_eq!(hints("no", Visibility::Hidden), told("hint", ""));
}

#[test]
fn the_command_line_wins_and_otherwise_the_smaller_limit_counts() {
    let millis = |millis| Some(Duration::from_millis(millis));
    let timeout = |asked: Option<Duration>, course, workspace| {
        let mut stage = stage(vec![case("c", "1", Visibility::Visible)]);
        stage.limits.timeout = course;
        let limit = |timeout| Limits { timeout, ..Limits::default() };
        let setup = Setup { asked: limit(asked), workspace: limit(workspace), ..setup() };
        carry_out(&stage, &setup, 1, None).runs[0].limits.timeout
    };
    assert_eq!(timeout(None, None, None), DEFAULT_TIMEOUT);
    assert_eq!(Some(timeout(None, millis(5), millis(9))), millis(5));
    assert_eq!(Some(timeout(None, millis(9), millis(5))), millis(5));
    assert_eq!(Some(timeout(millis(70), millis(5), millis(9))), millis(70));
}

#[test]
fn a_failed_build_fails_every_case_and_runs_none() {
    let build = |argv: &[&str]| Build {
        environment: Vec::new(),
        argv: argv.iter().map(OsString::from).collect(),
        timeout: Duration::from_secs(1),
    };
    let fails = Setup { build: Some(build(&["b", "x"])), ..setup() };
    let told = carry_out(&mixed(), &fails, 2, None);
    assert_eq!((told.summary.failed, told.summary.not_started, told.runs.len()), (9, 9, 1));
    let works = Setup { build: Some(build(&["b"])), ..setup() };
    assert_eq!(carry_out(&mixed(), &works, 2, None).summary.passed, 8);
}

#[test]
fn a_program_that_cannot_start_is_a_failure_and_counted_apart() {
    let cases = vec![case("a", "refuse", Visibility::Visible), case("b", "1", Visibility::Visible)];
    let told = carry_out(&stage(cases), &setup(), 1, None);
    assert_eq!(verdicts(&told), ["fail", "pass"]);
    assert_eq!((told.summary.failed, told.summary.not_started), (1, 1));
}
