//! What comparing and explaining costs, against the goals of `docs/benchmarks.md`.
//!
//! `cargo bench --bench difference` measures two equal documents of 100 MB beside serde_json in the
//! same run, one difference in two documents of 200 MB together, and 100,000 differences of several
//! sorts. Ends with exit code 1 when a goal is missed.
//!
//! Each measurement runs in a process of its own, in turn, and medians are taken. What counts is
//! CPU time (user and system), since other programs may be running. Memory is what the process
//! needed at most, beyond what it held once the inputs were there. Both are read from `/proc`;
//! elsewhere than on Linux, wall time stands for CPU time and memory is not measured.
#![allow(clippy::print_stdout)]

#[path = "difference/texts.rs"]
mod texts;

use std::fs;
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use serde_json::Value as Tree;
use texts::{Sort, Spacing};
use theinference::json::Document;
use theinference::judge::{Budget, compare, explain};
use theinference::model::CompareRules;

const ROUNDS: usize = 5;
const MEGABYTE: usize = 1_000_000;
const EQUAL: usize = 100 * MEGABYTE;

/// Of serde_json's time and of its memory.
const TIME_GOAL: f64 = 0.35;
const MEMORY_GOAL: f64 = 0.1;
const ONE_DIFFERENCE_GOAL: Duration = Duration::from_secs(2);
const MANY_DIFFERENCES_GOAL: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, what] = &words[..]
        && word == "measure"
    {
        println!("{}", measure(what).to_line());
        return ExitCode::SUCCESS;
    }
    let mut report = Report::default();
    report.equal_documents();
    report.within("one-difference-in-200-MB", ONE_DIFFERENCE_GOAL);
    Report::for_information("one-difference-in-400-MB");
    for sort in Sort::ALL {
        report.within(sort.name(), MANY_DIFFERENCES_GOAL);
    }
    println!("{} of the goals missed", report.missed);
    if report.missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[derive(Default)]
struct Report {
    missed: usize,
}

impl Report {
    fn equal_documents(&mut self) {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            theirs.push(in_a_process("equal-serde_json"));
            ours.push(in_a_process("equal-ours"));
        }
        let (ours, theirs) = (Cost::median(ours), Cost::median(theirs));
        println!("equal-serde_json: {theirs}");
        println!("equal-ours: {ours}");
        let time = ours.cpu.as_secs_f64() / theirs.cpu.as_secs_f64();
        self.verdict("  CPU time beside serde_json", time, TIME_GOAL);
        if let (Some(ours), Some(theirs)) = (ours.memory, theirs.memory) {
            self.verdict("  memory beside serde_json", ours as f64 / theirs as f64, MEMORY_GOAL);
        }
    }

    fn for_information(what: &str) {
        println!("{what}: {} (no goal)", Cost::median_of(what));
    }

    fn within(&mut self, what: &str, goal: Duration) {
        let cost = Cost::median_of(what);
        println!("{what}: {cost}");
        self.verdict("  CPU seconds", cost.cpu.as_secs_f64(), goal.as_secs_f64());
    }

    fn verdict(&mut self, what: &str, figure: f64, goal: f64) {
        let word = if figure <= goal { "kept" } else { "MISSED" };
        println!("{what} {figure:.3}, goal {goal}: {word}");
        self.missed += usize::from(figure > goal);
    }
}

/// What a piece of work cost.
#[derive(Clone, Copy, Debug)]
struct Cost {
    cpu: Duration,
    wall: Duration,
    /// Bytes at most, beyond those held before.
    memory: Option<u64>,
}

impl Cost {
    /// The median of each figure.
    fn median(costs: Vec<Cost>) -> Cost {
        Cost {
            cpu: middle(costs.iter().map(|cost| cost.cpu)),
            wall: middle(costs.iter().map(|cost| cost.wall)),
            memory: middle(costs.iter().map(|cost| cost.memory)),
        }
    }

    fn median_of(what: &str) -> Cost {
        Cost::median((0..ROUNDS).map(|_| in_a_process(what)).collect())
    }

    fn of(work: impl FnOnce()) -> Cost {
        // Begins the peak anew, which is otherwise that of the whole process.
        let _ = fs::write("/proc/self/clear_refs", "5");
        let (cpu, memory, since) = (cpu_time(), status("VmRSS:"), Instant::now());
        work();
        let wall = since.elapsed();
        let peak = status("VmHWM:");
        Cost {
            cpu: cpu_time().zip(cpu).map_or(wall, |(after, before)| after - before),
            wall,
            memory: peak.zip(memory).map(|(peak, before)| peak.saturating_sub(before)),
        }
    }

    fn to_line(self) -> String {
        let memory = self.memory.map_or(String::new(), |bytes| bytes.to_string());
        format!("{} {} {memory}", self.cpu.as_nanos(), self.wall.as_nanos())
    }

    fn from_line(line: &str) -> Option<Cost> {
        let mut figures = line.split_whitespace().map(|figure| figure.parse().ok());
        let mut time = || figures.next().flatten().map(Duration::from_nanos);
        Some(Cost { cpu: time()?, wall: time()?, memory: figures.next().flatten() })
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let memory = self.memory.map_or(f64::NAN, |bytes| bytes as f64 / MEGABYTE as f64);
        write!(f, "CPU {:.3} s, wall {:.3} s", self.cpu.as_secs_f64(), self.wall.as_secs_f64())?;
        write!(f, ", {memory:.0} MB beyond the inputs")
    }
}

fn middle<T: Ord>(figures: impl Iterator<Item = T>) -> T {
    let mut figures: Vec<T> = figures.collect();
    figures.sort();
    figures.swap_remove(figures.len() / 2)
}

/// The CPU time of this thread, the only one.
fn cpu_time() -> Option<Duration> {
    let times = fs::read_to_string("/proc/self/schedstat").ok()?;
    times.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// A line of `/proc/self/status`, in bytes.
fn status(name: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
}

fn in_a_process(what: &str) -> Cost {
    let own = std::env::current_exe().expect("this program is a file");
    let output = Command::new(own).args(["measure", what]).output().expect("it can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Cost::from_line(&String::from_utf8_lossy(&output.stdout)).expect("it prints its cost")
}

fn measure(what: &str) -> Cost {
    let records = |size, spacing, differing| texts::records(size * MEGABYTE, spacing, differing);
    let same = |spacing| texts::records(EQUAL, spacing, None);
    match what {
        "equal-ours" => equal_ours(&same(Spacing::Blanks), &same(Spacing::Lines)),
        "equal-serde_json" => equal_serde(&same(Spacing::Blanks), &same(Spacing::Lines)),
        "one-difference-in-200-MB" => one_difference(
            &records(100, Spacing::Blanks, None),
            &records(100, Spacing::Lines, Some(0.9)),
        ),
        "one-difference-in-400-MB" => one_difference(
            &records(200, Spacing::Blanks, None),
            &records(200, Spacing::Lines, Some(0.9)),
        ),
        name => {
            let sort = Sort::ALL.into_iter().find(|sort| sort.name() == name);
            let (expected, actual) = sort.expect("a known measurement").texts();
            many_differences(&expected, &actual)
        }
    }
}

fn parse(text: &str) -> Document<'_> {
    Document::parse(text.as_bytes()).expect("it is JSON")
}

/// As the judge does it; repeated members are found by the comparison.
fn equal_ours(expected: &str, actual: &str) -> Cost {
    Cost::of(|| {
        let (expected, actual) = (parse(expected), parse(actual));
        let differences = compare(expected.root(), actual.root(), &CompareRules::default());
        assert!(black_box(differences).is_empty());
    })
}

/// Freeing the trees is not counted.
fn equal_serde(expected: &str, actual: &str) -> Cost {
    let mut trees = Vec::with_capacity(2);
    Cost::of(|| {
        let parse = |text| serde_json::from_str::<Tree>(text).expect("it is JSON");
        trees.extend([parse(expected), parse(actual)]);
        assert!(black_box(&trees[0]) == black_box(&trees[1]));
    })
}

fn one_difference(expected: &str, actual: &str) -> Cost {
    Cost::of(|| {
        let (expected, actual) = (parse(expected), parse(actual));
        let differences = compare(expected.root(), actual.root(), &CompareRules::default());
        let told = explain(&differences, &Budget::default());
        assert_eq!(told.total, 1);
        black_box(told);
    })
}

fn many_differences(expected: &str, actual: &str) -> Cost {
    let (expected, actual) = (parse(expected), parse(actual));
    Cost::of(|| {
        let differences = compare(expected.root(), actual.root(), &CompareRules::default());
        let told = explain(&differences, &Budget::default());
        assert!(told.total > 0);
        black_box(told);
    })
}
