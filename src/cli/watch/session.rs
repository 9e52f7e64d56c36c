//! What is to be run next.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::Happening;
use super::choices::BeforeAll;
use super::legend::legend;
use super::results::{Results, name};
use super::saves::Saves;
use super::scope::Scope;
use super::screen::Screen;
use super::terminal::Terminal;
use super::worker::Worker;
use crate::cli::args::{Format, TestArgs};
use crate::cli::exit::{Exit, Stop};
use crate::cli::start;
use crate::cli::test::{self, CaseName, Planned, Told, Wanted};
use crate::execute::Pool;
use crate::model::RunSummary;
use crate::plan::Selection;
use crate::runner::{Present, Running};
use crate::watch::{Cause, Means, News, Watch, Watched};

/// After so many runs in a row that a save ended early, one is let finish.
const PATIENCE: usize = 3;
/// A run that takes no longer than this needs no word about it.
const AT_ONCE: Duration = Duration::from_millis(300);

/// What the loop does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Quit,
    Hangup,
}

/// A watch from its beginning to its end.
pub(super) struct Session<'t> {
    args: Arc<TestArgs>,
    /// The supervisors of all runs, so that none has to start after a save.
    pool: Arc<Pool>,
    sender: Sender<Happening>,
    terminal: &'t Terminal,
    watch: Watch,
    scope: Scope,
    pub(super) screen: Screen,
    pub(super) wanted: Wanted,
    pub(super) before_all: Option<BeforeAll>,
    /// Only what failed in the last run is run.
    pub(super) failing_only: bool,
    pub(super) planned: Planned,
    pub(super) running: Option<UnderWay>,
    /// What the next run is for, when one is due after the present one.
    due: Option<Cause>,
    /// The number of the last run.
    runs: usize,
    saves: Saves,
    ended_early: usize,
    pub(super) results: Results,
    passed_before: BTreeMap<CaseName, bool>,
    /// The failure that is shown alone.
    pub(super) alone: Option<usize>,
}

/// A run that goes on.
pub(super) struct UnderWay {
    worker: Worker,
    since: Instant,
    present: Present,
    results: Results,
    /// Which save it is of, in words.
    of: String,
    /// Why we ended it.
    cancelled: Option<Cancelled>,
}

/// Why a run was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cancelled {
    Save,
    Key,
}

impl<'t> Session<'t> {
    pub(super) fn new(
        args: &TestArgs,
        sender: Sender<Happening>,
        terminal: &'t Terminal,
    ) -> Result<Self, Stop> {
        let scope = Scope::of(args)?;
        let watch = watch(args, &scope, &sender)?;
        let selection = test::selection(args);
        let follow = selection == Selection::default();
        Ok(Self {
            args: Arc::new(args.clone()),
            pool: start::pool()?,
            screen: Screen::new(args, terminal.is_screen()),
            wanted: Wanted { selection, follow, ..Wanted::default() },
            sender,
            terminal,
            watch,
            scope,
            before_all: None,
            failing_only: false,
            planned: Planned::default(),
            running: None,
            due: None,
            runs: 0,
            saves: Saves::default(),
            ended_early: 0,
            results: Results::default(),
            passed_before: BTreeMap::new(),
            alone: None,
        })
    }

    pub(super) fn watched(&self) -> Watched {
        self.watch.watched()
    }

    /// When to look at the files at the latest.
    pub(super) fn deadline(&self) -> Instant {
        self.watch.deadline()
    }

    /// How the program ends: as the last run that was over would have ended it.
    pub(super) fn exit(&self) -> Exit {
        self.results.exit.unwrap_or(Exit::NothingSelected)
    }

    /// Ends what runs, and waits for its end.
    pub(super) fn end(&mut self) {
        self.screen.make_way();
        if let Some(running) = self.running.take() {
            running.worker.cancel();
            running.worker.join();
        }
    }

    pub(super) fn happens(&mut self, happening: Happening) -> Next {
        match happening {
            Happening::Files | Happening::Signal => {}
            Happening::TerminalGone => return Next::Hangup,
            Happening::Key(key) => return self.key(key),
            Happening::Told(run, told) if run == self.runs => self.told(told),
            Happening::Ended(run, result) if run == self.runs => self.ended(result),
            Happening::Told(..) | Happening::Ended(..) => {}
        }
        Next::GoOn
    }

    /// Looks at the files, and at the time.
    pub(super) fn look(&mut self) {
        for news in self.watch.look(Instant::now()) {
            self.hear(news);
        }
        self.show_status();
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Saved { files, cause } => {
                self.saves.saved(files);
                self.run(cause);
            }
            News::Written(file) => {
                self.saves.written(file);
                self.run(Cause::Program);
            }
            News::Muted(file) => self.screen.warn(format!(
                "each run writes {}: files like it no longer count while the program runs. Name \
                 them under `watch.ignore` in theinference.json",
                file.display()
            )),
            News::Polling(reason) => self.screen.warn(format!(
                "changes are looked for again and again, so they are noticed a little later: \
                 {reason}"
            )),
        }
    }

    /// Runs because of a file, or sees to it that what runs makes room; one run in a few may finish.
    fn run(&mut self, cause: Cause) {
        let Some(running) = &mut self.running else { return self.start(cause) };
        // A save is not forgotten over what the program wrote.
        if cause != Cause::Program || self.due.is_none() {
            self.due = Some(cause);
        }
        if cause != Cause::Program && self.ended_early < PATIENCE {
            running.cancel(Cancelled::Save);
        }
    }

    /// Runs because of a key, at once.
    pub(super) fn run_now(&mut self) {
        let Some(running) = &mut self.running else { return self.start(Cause::Person) };
        self.due = Some(Cause::Person);
        running.cancel(Cancelled::Key);
    }

    fn start(&mut self, cause: Cause) {
        self.renew_watch();
        if let Some(file) = self.watch.run_begins(cause) {
            self.screen.warn(format!(
                "{} changed during each of the last runs; if your program writes it, name it under \
                 `watch.ignore` in theinference.json",
                file.display()
            ));
        }
        self.runs += 1;
        self.alone = None;
        let present = Present::default();
        let wanted = Wanted { present: present.clone(), ..self.wanted() };
        match Worker::start(self.runs, (&self.args, &self.pool), wanted, self.sender.clone()) {
            Ok(worker) => {
                let (since, of) = (Instant::now(), self.saves.in_words(&self.scope.folders));
                let (results, cancelled) = (Results::default(), None);
                self.running = Some(UnderWay { worker, since, present, results, of, cancelled });
                self.screen.run_started();
            }
            Err(stop) => self.stopped(stop),
        }
    }

    fn wanted(&self) -> Wanted {
        let is_for_people = self.args.format == Format::Human;
        let first = self.results.failures().first().map(|outcome| name(outcome));
        Wanted {
            only: self.failing_only.then(|| self.results.failed()),
            first: first.filter(|_| is_for_people),
            ..self.wanted.clone()
        }
    }

    fn told(&mut self, told: Told) {
        let Some(running) = &mut self.running else { return };
        match told {
            Told::Warning(warning) => self.screen.warn(warning),
            Told::Planned(planned) => {
                self.planned = planned;
                self.pin();
            }
            Told::Event(event) => {
                // What a save has ended says nothing any more to people.
                if running.cancelled.is_none() || self.args.format != Format::Human {
                    self.screen.event(&event);
                }
                running.results.note(event);
            }
        }
    }

    /// Stays with the stage that was found to be next, also once it passes.
    fn pin(&mut self) {
        if std::mem::take(&mut self.wanted.follow) {
            self.wanted.selection.slugs = self.planned.selected.clone();
        }
    }

    fn ended(&mut self, result: Result<RunSummary, Stop>) {
        self.watch.run_ended();
        let Some(running) = self.running.take() else { return };
        running.worker.join();
        match (running.cancelled, result) {
            (Some(Cancelled::Save), _) => {
                self.ended_early += 1;
                self.screen.dim_line("ended early: a file was saved");
            }
            (Some(Cancelled::Key), _) => self.screen.dim_line("ended early: a key was pressed"),
            (None, Ok(summary)) => self.finished(running.results, &summary, &running.of),
            (None, Err(stop)) => self.stopped(stop),
        }
        if let Some(cause) = self.due.take() {
            self.start(cause);
        }
    }

    fn finished(&mut self, results: Results, summary: &RunSummary, of: &str) {
        self.ended_early = 0;
        let changes = results.changes_since(&self.passed_before);
        self.results = results;
        self.results.exit = Some(Exit::of(summary));
        self.show_end(summary.failed + summary.errors, of, changes);
        if self.failing_only && self.results.failures().is_empty() {
            // What passes now is told with the others, which are run again at once.
            self.failing_only = false;
            self.due.get_or_insert(Cause::Person);
        } else {
            self.passed_before.extend(self.results.passed());
        }
    }

    fn show_end(&mut self, failed: usize, of: &str, changes: Option<String>) {
        self.screen.for_editors(self.results.events());
        self.screen.run_finished(failed);
        let changes = changes.map_or_else(String::new, |changes| format!(" · {changes}"));
        let is_stale = self.due.is_some_and(|cause| cause != Cause::Program);
        let stale = if is_stale { "; out of date" } else { "" };
        self.screen.dim_line(&format!("run {} of {of}{stale}{changes}", self.runs));
        self.show_waiting();
    }

    /// There was no run, and this is why.
    fn stopped(&mut self, stop: Stop) {
        self.ended_early = 0;
        // Nothing judged is no success.
        self.screen.run_finished(1);
        self.screen.make_way();
        self.results.exit = Some(stop.tell());
        self.show_waiting();
    }

    /// The last line of a run: what can be done now.
    pub(super) fn show_waiting(&mut self) {
        if self.terminal.has_keys() {
            self.screen.dim_line(&legend(&self.state()));
        } else {
            let folders: Vec<_> =
                self.scope.folders.iter().map(|folder| folder.display().to_string()).collect();
            let folders = folders.join(", ");
            self.screen.separator(&format!("waiting for a change in {folders} (Ctrl-C ends)"));
        }
        self.screen.show();
    }

    fn show_status(&mut self) {
        let Some(running) = &self.running else { return };
        if running.since.elapsed() < AT_ONCE {
            return;
        }
        let text = match running.present.first() {
            Some(Running { case, deadline }) => {
                let left = deadline.saturating_duration_since(Instant::now()).as_secs() + 1;
                let what = case.unwrap_or_else(|| "the build".to_owned());
                format!("{what} runs; it is ended in {left} s")
            }
            None => "running".to_owned(),
        };
        self.screen.status(&text);
    }

    /// Watches what is to be watched by now.
    fn renew_watch(&mut self) {
        let Ok(scope) = Scope::of(&self.args) else { return };
        let scope = scope.after(&self.scope);
        if scope == self.scope {
            return;
        }
        match watch(&self.args, &scope, &self.sender) {
            Ok(watch) => {
                let before = std::mem::replace(&mut self.watch, watch);
                self.watch.learn_from(before);
                self.scope = scope;
            }
            Err(stop) => {
                stop.tell();
            }
        }
    }
}

impl UnderWay {
    /// Ends it; the first reason is the one that counts.
    fn cancel(&mut self, why: Cancelled) {
        if self.cancelled.is_none() {
            self.cancelled = Some(why);
            self.worker.cancel();
        }
    }
}

fn watch(args: &TestArgs, scope: &Scope, sender: &Sender<Happening>) -> Result<Watch, Stop> {
    let means = if args.poll { Means::Polling } else { Means::Best };
    let sender = sender.clone();
    let wake = move || {
        // The loop may be over already.
        let _ = sender.send(Happening::Files);
    };
    Watch::new(&scope.folders, &scope.rules, means, wake).map_err(|error| {
        Stop::Usage(format!("{error}; without --watch the same command runs once"))
    })
}
