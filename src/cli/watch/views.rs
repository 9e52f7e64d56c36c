//! What is shown between two runs: one failure alone, a hint, what is watched.

use super::legend::more;
use super::results::name;
use super::session::Session;
use crate::cli::output::page;
use crate::model::Verdict;
use crate::report::{topic_of_failure, write_topic};
use crate::topics::find_topic;
use crate::watch::Watched;

impl Session<'_> {
    /// The failure after or before the one that is shown alone.
    pub(super) fn show_failure(&mut self, way: isize) {
        let failures = self.results.failures();
        let count = failures.len();
        let at = match self.alone {
            None if way < 0 => count.checked_sub(1),
            None => Some(0),
            Some(at) => at.checked_add_signed(way).or(count.checked_sub(1)),
        };
        let Some(at) = at.filter(|_| count > 0).map(|at| at % count) else { return };
        let case = name(failures[at]);
        self.alone = Some(at);
        self.screen.replace(self.results.events_of(&case));
        self.screen.dim_line(&format!("failure {} of {count}", at + 1));
        self.show_waiting();
    }

    /// The page about what went wrong in the failure that is shown alone, else in the first one.
    pub(super) fn show_hint(&mut self) {
        let failures = self.results.failures();
        let Some(outcome) = failures.get(self.alone.unwrap_or(0)) else { return };
        let case = format!("{}/{}", outcome.case.stage, outcome.case.name);
        let hints: Vec<_> = outcome.hints.iter().map(|hint| hint.text.clone()).collect();
        let Verdict::Fail(failure) = &outcome.verdict else { return };
        let topic = find_topic(topic_of_failure(outcome, failure));
        self.screen.replace(std::iter::empty());
        self.screen.line(&case);
        hints.iter().for_each(|hint| self.screen.line(&format!("  hint: {hint}")));
        if let Ok(topic) = topic {
            self.screen.line("");
            self.screen.write(|mut out| write_topic(&mut out, &topic, page()));
        }
        self.show_waiting();
    }

    /// The keys that the legend does not name, and what is watched.
    pub(super) fn show_more(&mut self) {
        let Watched { folders, files, left_out, polling } = self.watched();
        self.screen.replace(std::iter::empty());
        more(&self.state()).iter().for_each(|line| self.screen.line(line));
        self.screen.line("");
        let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
        self.screen.line(&format!("watched: {files} in"));
        folders.iter().for_each(|folder| self.screen.line(&format!("  {}", folder.display())));
        if let Some(reason) = polling {
            self.screen.line(&format!("by looking again and again: {reason}"));
        }
        if !left_out.is_empty() {
            self.screen.line("not watched:");
        }
        for (path, reason) in left_out {
            self.screen.line(&format!("  {}: {reason}", path.display()));
        }
        self.show_waiting();
    }
}
