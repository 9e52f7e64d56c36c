//! The binary as people use it: words typed, exit codes, and what is read on the screen.
//!
//! Each test has a folder of its own and runs the real binary on the programs in
//! `tests/programs/`, each of which is wrong (or odd) in exactly one way.

mod broken_courses;
mod cannot_start;
mod commands;
mod completions;
mod diff;
mod documented;
mod endings;
mod explain;
mod first_try;
mod help;
mod hostile;
mod init;
mod interrupted;
mod isolation;
mod kits;
mod limits;
mod look_at;
mod misbehaviours;
mod mistakes;
mod not_written;
mod npm_package;
mod order;
mod output;
mod pages;
mod processes;
mod promises;
mod pty;
mod ran;
mod regressions;
mod repeat;
mod reveal;
mod right_answers;
mod schema;
mod secrets;
mod selection;
mod sessions;
mod settings;
mod surroundings;
mod terminal;
mod traces;
mod watch_files;
mod watching;
mod workspaces;
mod world;
mod wrong_answers;
mod wrong_programs;
