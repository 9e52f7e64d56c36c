//! How soon a save starts the program under `--watch`, beside other tools and against our goals.
//!
//! `cargo bench --bench watch` runs ours beside watchexec, entr and nodemon, in turn, and measures
//! the time from the finished save to the first instruction of a compiled program: twenty saves of
//! a file in place, and twenty by a new file renamed over it. Then it looks at what each does when
//! more happens than one save. Ends with exit code 1 when a goal is missed. With names behind `--`,
//! as in `cargo bench --bench watch -- theinference entr`, only those run.
//!
//! A tool that is neither on the PATH nor in `target/peers` is installed: nodemon by npm and
//! watchexec by cargo, both into `target/peers`, entr by apt-get. What cannot be had is left out.
#![allow(clippy::print_stdout)]

#[path = "watch/grounds.rs"]
mod grounds;
#[path = "watch/habits.rs"]
mod habits;
#[path = "watch/session.rs"]
mod session;
#[path = "watch/tools.rs"]
mod tools;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use grounds::Grounds;
use habits::HABITS;
use session::{Followed, Kind, Session};
use tools::Tool;

/// The tools take turns, so that a slow moment of the machine hits all of them.
const ROUNDS: usize = 4;
const SAVES_IN_A_ROUND: usize = 5;
const MEDIAN_GOAL: Duration = Duration::from_millis(20);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let named = |tool: &Tool| words.is_empty() || words.iter().any(|word| word == tool.program());
    let mut contest = Contest { grounds: Grounds::new(), racers: Vec::new(), missed: 0 };
    Tool::ALL.into_iter().filter(named).for_each(|tool| contest.enter(tool));
    if contest.racers.is_empty() {
        println!("nothing to run; the names are theinference, watchexec, entr and nodemon");
        return ExitCode::FAILURE;
    }
    for _ in 0..ROUNDS {
        contest.round();
    }
    contest.tell();
    contest.habits();
    println!("{} of the goals missed", contest.missed);
    if contest.missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Contest {
    grounds: Grounds,
    racers: Vec<Racer>,
    missed: usize,
}

/// A tool, and what followed its saves of each kind.
struct Racer {
    tool: Tool,
    file: PathBuf,
    followed: [Vec<Followed>; 2],
}

impl Contest {
    fn enter(&mut self, tool: Tool) {
        match tool.find() {
            Ok(file) => self.racers.push(Racer { tool, file, followed: Default::default() }),
            Err(why) => println!("{} is left out: {why}", tool.name()),
        }
    }

    /// Ours has to work; a peer that does not is left out from then on.
    fn round(&mut self) {
        let grounds = &mut self.grounds;
        self.racers.retain_mut(|racer| match racer.race(grounds) {
            Ok(()) => true,
            Err(why) => {
                assert!(racer.tool != Tool::Ours, "theinference: {why}");
                println!("{} is left out: {why}", racer.tool.name());
                false
            }
        });
    }

    fn tell(&mut self) {
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            for racer in &self.racers {
                let figures = Figures::of(&racer.followed[index]);
                println!("{}, {}: {figures}", kind.name(), racer.tool.name());
                if racer.tool == Tool::Ours {
                    self.missed += figures.verdicts();
                }
            }
        }
    }

    fn habits(&mut self) {
        for racer in &self.racers {
            match racer.session(&mut self.grounds) {
                Ok(mut session) => self.missed += habits_of(racer.tool, &mut session),
                Err(why) => println!("{}: {why}", racer.tool.name()),
            }
        }
    }
}

impl Racer {
    fn session(&self, grounds: &mut Grounds) -> Result<Session, String> {
        let plot = grounds.plot();
        Session::open(self.tool.command(&self.file, &plot), plot)
    }

    fn race(&mut self, grounds: &mut Grounds) -> Result<(), String> {
        let mut session = self.session(grounds)?;
        for (kind, followed) in Kind::ALL.into_iter().zip(&mut self.followed) {
            followed.extend((0..SAVES_IN_A_ROUND).map(|_| session.follow(kind)));
        }
        Ok(())
    }
}

/// The goals missed, which only ours has.
fn habits_of(tool: Tool, session: &mut Session) -> usize {
    let mut missed = 0;
    for habit in HABITS {
        let seen = (habit.see)(session);
        print!("{}, {}: {}", habit.name, tool.name(), seen.what);
        if tool == Tool::Ours {
            print!(", goal {}: {}", habit.goal, verdict(seen.kept));
            missed += usize::from(!seen.kept);
        }
        println!();
    }
    missed
}

fn verdict(kept: bool) -> &'static str {
    if kept { "kept" } else { "MISSED" }
}

struct Figures {
    /// In order.
    latencies: Vec<Duration>,
    missed: usize,
    extra: usize,
}

impl Figures {
    fn of(followed: &[Followed]) -> Self {
        let mut latencies: Vec<_> = followed.iter().filter_map(|it| it.latency).collect();
        latencies.sort();
        let missed = followed.len() - latencies.len();
        Self { latencies, missed, extra: followed.iter().map(|it| it.extra).sum() }
    }

    /// That share of the saves was followed within this many milliseconds; a missed save never was.
    fn share(&self, percent: usize) -> f64 {
        let saves = self.latencies.len() + self.missed;
        let place = (saves * percent).div_ceil(100).saturating_sub(1);
        self.latencies.get(place).map_or(f64::INFINITY, |it| it.as_secs_f64() * 1000.0)
    }

    /// Prints each beside its goal; how many are missed.
    fn verdicts(&self) -> usize {
        let median = self.share(50);
        let goal = MEDIAN_GOAL.as_secs_f64() * 1000.0;
        let kept = [median <= goal, self.missed == 0, self.extra == 0];
        println!("  median {median:.1} ms, goal {goal} ms: {}", verdict(kept[0]));
        println!("  missed {}, goal 0: {}", self.missed, verdict(kept[1]));
        println!("  extra starts {}, goal 0: {}", self.extra, verdict(kept[2]));
        kept.into_iter().filter(|kept| !kept).count()
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [median, p90, max] = [50, 90, 100].map(|percent| self.share(percent));
        write!(f, "median {median:.1} ms, p90 {p90:.1} ms, max {max:.1} ms")?;
        write!(f, ", missed {}, extra starts {}", self.missed, self.extra)
    }
}
