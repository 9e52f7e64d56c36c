//! What a tool does when more happens than one save: how often it starts the program, and whether
//! for the last state of the files.

use std::fs;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::grounds::{FILES, write};
use crate::session::{Kind, Session};

const CHECKOUT: Duration = Duration::from_millis(1_100);
const AFTERWARDS: Duration = Duration::from_millis(1_500);
/// How long a program that writes into the watched folder is looked at.
const WRITING: Duration = Duration::from_secs(3);
/// The slow program takes a second.
const DURING_THE_RUN: Duration = Duration::from_millis(300);
const WITHIN_THE_RUN: Duration = Duration::from_millis(600);

/// What was seen, and whether that is what we want of ours.
pub(crate) struct Seen {
    pub(crate) what: String,
    pub(crate) kept: bool,
}

pub(crate) struct Habit {
    pub(crate) name: &'static str,
    pub(crate) goal: &'static str,
    pub(crate) see: fn(&mut Session) -> Seen,
}

/// The last one leaves a program that may start itself, so it ends the session.
pub(crate) const HABITS: [Habit; 6] = [
    Habit { name: "the same content saved", goal: "0 starts", see: same_content },
    Habit { name: "200 files at once", goal: "1 start, after the last file", see: burst },
    Habit { name: "a checkout of 200 files", goal: "1 start, after the last file", see: checkout },
    Habit { name: "a file in a new folder", goal: "started", see: new_folder },
    Habit { name: "a save during a run", goal: "started anew during it", see: during_a_run },
    Habit { name: "a program that writes", goal: "at most 2 starts", see: writing_program },
];

fn same_content(session: &mut Session) -> Seen {
    let before = session.starts().len();
    let text = fs::read_to_string(session.plot.source()).expect("the source");
    write(&session.plot.source(), &text);
    thread::sleep(AFTERWARDS);
    let starts = session.starts().len() - before;
    Seen { what: counted(starts), kept: starts == 0 }
}

fn burst(session: &mut Session) -> Seen {
    let before = session.starts().len();
    let finished = change_all(session, "burst\n", Duration::ZERO);
    one_start(session, before, finished)
}

/// As git does it, under its lock, but slowly.
fn checkout(session: &mut Session) -> Seen {
    let before = session.starts().len();
    let lock = session.plot.watched().join(".git/index.lock");
    write(&lock, "");
    let finished = change_all(session, "checkout\n", CHECKOUT / FILES);
    fs::remove_file(lock).expect("the lock");
    one_start(session, before, finished)
}

/// When the last file was written.
fn change_all(session: &Session, text: &str, pause: Duration) -> SystemTime {
    let times = session.plot.many().map(|file| {
        thread::sleep(pause);
        let now = SystemTime::now();
        write(&file, text);
        now
    });
    times.last().expect("files")
}

fn one_start(session: &Session, before: usize, finished: SystemTime) -> Seen {
    thread::sleep(AFTERWARDS);
    let starts = &session.starts()[before..];
    let last = starts.last().is_some_and(|last| *last >= finished);
    let place = if last { "the last one after the last file" } else { "none after the last file" };
    Seen { what: format!("{}, {place}", counted(starts.len())), kept: starts.len() == 1 && last }
}

fn new_folder(session: &mut Session) -> Seen {
    let folder = session.plot.watched().join("new");
    fs::create_dir(&folder).expect("a folder");
    write(&folder.join("file.txt"), "first\n");
    thread::sleep(AFTERWARDS);
    let saved = SystemTime::now();
    write(&folder.join("file.txt"), "second\n");
    let started = session.first_start(saved, AFTERWARDS).is_some();
    thread::sleep(AFTERWARDS);
    Seen { what: if started { "started" } else { "never seen" }.to_owned(), kept: started }
}

fn during_a_run(session: &mut Session) -> Seen {
    session.plot.order("slow");
    let first = session.save(Kind::InPlace);
    session.first_start(first, AFTERWARDS);
    thread::sleep(DURING_THE_RUN);
    let second = session.save(Kind::InPlace);
    let start = session.first_start(second, AFTERWARDS);
    thread::sleep(AFTERWARDS);
    session.plot.order("");
    let what = match start {
        None => "lost",
        Some(after) if after > WITHIN_THE_RUN => "started anew after it",
        Some(_) => "started anew during it",
    };
    Seen { what: what.to_owned(), kept: start.is_some_and(|after| after <= WITHIN_THE_RUN) }
}

fn writing_program(session: &mut Session) -> Seen {
    let before = session.starts().len();
    let written = session.plot.watched().join("written.txt");
    session.plot.order(&written.display().to_string());
    session.save(Kind::InPlace);
    thread::sleep(WRITING);
    session.plot.order("");
    let starts = session.starts().len() - before;
    Seen { what: counted(starts), kept: (1..=2).contains(&starts) }
}

fn counted(starts: usize) -> String {
    format!("{starts} start{}", if starts == 1 { "" } else { "s" })
}
