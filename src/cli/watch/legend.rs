//! The line that says which keys do what, at this moment.

use super::screen::NO_BREAK;

/// What the keys have done, and what there is for them to do now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// What was selected before, when all stages are run.
    pub(super) back_to: Option<String>,
    pub(super) failing_only: bool,
    pub(super) all_differences: bool,
    /// How many cases failed in the last run.
    pub(super) failures: usize,
    pub(super) more_stages: bool,
    pub(super) has_previous: bool,
    pub(super) has_next: bool,
}

/// The keys that do something now. Every one of them does what it says.
pub(super) fn legend(state: &State) -> String {
    let mut keys = vec!["Enter run again".to_owned()];
    match &state.back_to {
        Some(before) => keys.push(format!("a only {before}")),
        None if state.more_stages => keys.push("a all stages".to_owned()),
        None => {}
    }
    match (state.failing_only, state.failures) {
        (true, _) => keys.push("f all cases".to_owned()),
        (false, 1..) => keys.push("f failing only".to_owned()),
        (false, 0) => {}
    }
    match (state.all_differences, state.failures) {
        (true, _) => keys.push("d first differences".to_owned()),
        (false, 1..) => keys.push("d every difference".to_owned()),
        (false, 0) => {}
    }
    match (state.has_previous, state.has_next) {
        (true, true) => keys.push("←/→ stage".to_owned()),
        (true, false) => keys.push("← previous stage".to_owned()),
        (false, true) => keys.push("→ next stage".to_owned()),
        (false, false) => {}
    }
    keys.extend(["? more", "q quit"].map(str::to_owned));
    let keys: Vec<_> = keys.iter().map(|key| key.replace(' ', NO_BREAK)).collect();
    keys.join(" · ")
}

/// What the keys do that the line does not name.
pub(super) fn more(state: &State) -> Vec<String> {
    if state.failures == 0 {
        return vec!["n, p and h are about failures; there are none now".to_owned()];
    }
    vec![
        "n next failure, p previous failure: that one alone".to_owned(),
        "h hint: the page about what went wrong".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(state: &State) -> String {
        legend(state).replace(NO_BREAK, " ")
    }

    #[test]
    fn only_keys_that_do_something_are_named() {
        let state = State::default();
        assert_eq!(told(&state), "Enter run again · ? more · q quit");
        let state = State { failures: 2, has_next: true, more_stages: true, ..State::default() };
        assert_eq!(
            told(&state),
            "Enter run again · a all stages · f failing only · d every difference · → next stage · \
             ? more · q quit"
        );
        let state = State {
            back_to: Some("hello".into()),
            failing_only: true,
            all_differences: true,
            ..state
        };
        assert_eq!(
            told(&state),
            "Enter run again · a only hello · f all cases · d first differences · → next stage · \
             ? more · q quit"
        );
    }
}
