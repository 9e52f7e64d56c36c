//! What a person chooses by keys: which cases run, and how much of them is told.

use super::keys::Key;
use super::session::{Next, Session};
use crate::plan::Selection;

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
        if self.state.all {
            self.wanted.selection = self.before_all.take().unwrap_or_default();
        } else if self.state.more_stages {
            let selection = std::mem::take(&mut self.wanted.selection);
            self.state.back_to = Some(self.planned.selected.join(", "));
            self.before_all = Some(selection);
        } else {
            return;
        }
        self.state.all = !self.state.all;
        self.state.failing_only = false;
        self.run_now();
    }

    fn toggle_failing(&mut self) {
        if self.state.failing_only || self.state.failures > 0 {
            self.state.failing_only = !self.state.failing_only;
            self.run_now();
        }
    }

    fn toggle_differences(&mut self) {
        if self.state.all_differences || self.state.failures > 0 {
            self.state.all_differences = !self.state.all_differences;
            self.run_now();
        }
    }

    /// Goes on to the next stage of the course, or back to the previous one.
    fn go_to(&mut self, way: isize) {
        let Some(slug) = self.neighbour(way) else { return };
        self.wanted.selection = Selection { slugs: vec![slug], ..Selection::default() };
        self.state.all = false;
        self.state.failing_only = false;
        self.run_now();
    }

    /// The stage before the first that was selected, or after the last.
    pub(super) fn neighbour(&self, way: isize) -> Option<String> {
        let selected = &self.planned.selected;
        let from = if way < 0 { selected.first() } else { selected.last() }?;
        let at = self.planned.stages.iter().position(|stage| stage.slug == *from)?;
        let to = at.checked_add_signed(way)?;
        self.planned.stages.get(to).map(|stage| stage.slug.clone())
    }
}
