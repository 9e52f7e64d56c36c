//! What a person chooses by keys: which cases run, and how much of them is told.

use super::keys::Key;
use super::legend::State;
use super::session::{Next, Session};
use crate::plan::Selection;

/// What was selected before all stages were.
pub(super) struct BeforeAll {
    selection: Selection,
    in_words: String,
}

impl Session<'_> {
    /// Does what a key says.
    pub(super) fn key(&mut self, key: Key) -> Next {
        match key {
            Key::Letter('q') => return Next::Quit,
            Key::Enter => self.run_now(),
            Key::Letter('a') => self.toggle_all(),
            Key::Letter('f') => self.toggle_failing(),
            Key::Letter('d') => self.toggle_differences(),
            Key::Right => self.go_to(1),
            Key::Left => self.go_to(-1),
            _ if self.running.is_some() => {}
            Key::Letter('n') => self.show_failure(1),
            Key::Letter('p') => self.show_failure(-1),
            Key::Letter('h') => self.show_hint(),
            Key::Letter('?') => self.show_more(),
            Key::Letter(_) => {}
        }
        Next::GoOn
    }

    fn toggle_all(&mut self) {
        match self.before_all.take() {
            Some(BeforeAll { selection, .. }) => self.wanted.selection = selection,
            None if self.has_more_stages() => {
                let selection = std::mem::take(&mut self.wanted.selection);
                let in_words = self.planned.selected.join(", ");
                self.before_all = Some(BeforeAll { selection, in_words });
            }
            None => return,
        }
        self.failing_only = false;
        self.run_now();
    }

    fn toggle_failing(&mut self) {
        if self.failing_only || !self.results.failures().is_empty() {
            self.failing_only = !self.failing_only;
            self.run_now();
        }
    }

    fn toggle_differences(&mut self) {
        if self.wanted.all_differences || !self.results.failures().is_empty() {
            self.wanted.all_differences = !self.wanted.all_differences;
            self.run_now();
        }
    }

    /// Goes on to the next stage of the course, or back to the previous one.
    fn go_to(&mut self, way: isize) {
        let Some(slug) = self.neighbour(way) else { return };
        self.wanted.selection = Selection { slugs: vec![slug], ..Selection::default() };
        self.before_all = None;
        self.failing_only = false;
        self.run_now();
    }

    /// What the keys have done, and what there is for them to do now.
    pub(super) fn state(&self) -> State {
        State {
            back_to: self.before_all.as_ref().map(|before| before.in_words.clone()),
            failing_only: self.failing_only,
            all_differences: self.wanted.all_differences,
            failures: self.results.failures().len(),
            more_stages: self.has_more_stages(),
            has_previous: self.neighbour(-1).is_some(),
            has_next: self.neighbour(1).is_some(),
        }
    }

    fn has_more_stages(&self) -> bool {
        self.planned.stages.len() > self.planned.selected.len()
    }

    /// The stage before the first that was selected, or after the last.
    fn neighbour(&self, way: isize) -> Option<String> {
        let selected = &self.planned.selected;
        let from = if way < 0 { selected.first() } else { selected.last() }?;
        let at = self.planned.stages.iter().position(|stage| stage.slug == *from)?;
        let to = at.checked_add_signed(way)?;
        self.planned.stages.get(to).map(|stage| stage.slug.clone())
    }
}
