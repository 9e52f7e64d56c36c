//! What the environment and the terminal ask for: colours, letters, width.

use std::path::Path;

use anstream::ColorChoice;

use super::args::ColorWhen;

/// What the environment says, variable by variable.
pub(super) trait Environment {
    /// The value of a variable that is set and not empty.
    fn get(&self, name: &str) -> Option<String>;
}

/// The environment of this process.
#[derive(Debug)]
pub(super) struct Real;

impl Environment for Real {
    fn get(&self, name: &str) -> Option<String> {
        std::env::var(name).ok().filter(|value| !value.is_empty())
    }
}

/// Whether colours are used.
pub(super) fn decide(
    when: ColorWhen,
    environment: &dyn Environment,
    terminal: Terminal,
) -> ColorChoice {
    let (wanted, _) = colour_decision(when, environment, terminal);
    if wanted { ColorChoice::AlwaysAnsi } else { ColorChoice::Never }
}

/// Whether colours are used, and what decided that: `--color`, then `NO_COLOR`, then
/// `CLICOLOR_FORCE` and `FORCE_COLOR`, then `TERM=dumb` and `CLICOLOR=0`, then the log viewers of
/// GitHub and GitLab, then whether it is a terminal.
pub(super) fn colour_decision(
    when: ColorWhen,
    environment: &dyn Environment,
    terminal: Terminal,
) -> (bool, &'static str) {
    let is = |name: &str, value: &str| environment.get(name).as_deref() == Some(value);
    let is_set = |name: &str| environment.get(name).is_some();
    let forced = |name: &str| environment.get(name).is_some_and(|value| value != "0");
    match when {
        ColorWhen::Always => return (true, "--color"),
        ColorWhen::Never => return (false, "--color"),
        ColorWhen::Auto => {}
    }
    let variables = [
        (is_set("NO_COLOR"), false, "NO_COLOR"),
        (forced("CLICOLOR_FORCE"), true, "CLICOLOR_FORCE"),
        (forced("FORCE_COLOR"), true, "FORCE_COLOR"),
        (is("TERM", "dumb"), false, "TERM"),
        (is("CLICOLOR", "0"), false, "CLICOLOR"),
        (is("GITHUB_ACTIONS", "true"), true, "GITHUB_ACTIONS"),
        (is("GITLAB_CI", "true"), true, "GITLAB_CI"),
        (terminal == Terminal::Yes, true, "stdout is a terminal"),
    ];
    let first = variables.into_iter().find(|(applies, ..)| *applies);
    first.map_or((false, "stdout is no terminal"), |(_, wanted, name)| (wanted, name))
}

/// How this command is typed: what npx, uvx or pipx fetch for one run stands in no folder of `PATH`.
/// npm and those that do as it does say so to what they start; the others keep `binary` in a folder
/// of their own.
pub(super) fn own_name(environment: &dyn Environment, binary: &Path) -> &'static str {
    let is_in = |folders: &[&str]| {
        let names: Vec<_> = binary.iter().collect();
        names.windows(folders.len()).any(|window| window == folders)
    };
    if environment.get("npm_execpath").is_some() {
        "npx theinference"
    } else if is_in(&["uv", "archive-v0"]) {
        "uvx theinference"
    } else if is_in(&[".cache", "pipx"]) {
        "pipx run theinference"
    } else {
        "theinference"
    }
}

/// The letters that the output may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    Unicode,
    Ascii,
}

/// ASCII where the locale names another encoding than UTF-8, as `LC_ALL=C` does. A locale that is
/// not set at all, as in most containers, says nothing.
pub(super) fn alphabet(environment: &dyn Environment) -> Alphabet {
    alphabet_decision(environment).0
}

/// The same, and the variable that decided it.
pub(super) fn alphabet_decision(environment: &dyn Environment) -> (Alphabet, &'static str) {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let set = names.into_iter().find_map(|name| Some((name, environment.get(name)?)));
    let Some((name, locale)) = set else { return (Alphabet::Unicode, "default") };
    let locale = locale.to_ascii_lowercase();
    let is_utf_8 = locale.contains("utf-8") || locale.contains("utf8");
    (if is_utf_8 { Alphabet::Unicode } else { Alphabet::Ascii }, name)
}

/// What `COLUMNS` says, where it says anything.
pub(super) fn columns(environment: &dyn Environment) -> Option<usize> {
    environment.get("COLUMNS")?.parse().ok().filter(|columns| *columns > 0)
}

/// Whether the output goes to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Terminal {
    Yes,
    No,
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Environment for &[(&str, &str)] {
        fn get(&self, name: &str) -> Option<String> {
            let found = self.iter().find(|(variable, _)| *variable == name)?;
            Some(found.1.to_owned()).filter(|value| !value.is_empty())
        }
    }

    #[test]
    fn the_first_locale_that_is_set_decides_on_the_letters() {
        let alphabet = |variables: &[(&str, &str)]| alphabet(&variables);
        assert_eq!(alphabet(&[]), Alphabet::Unicode);
        assert_eq!(alphabet(&[("LC_ALL", ""), ("LANG", "de_DE.UTF-8")]), Alphabet::Unicode);
        assert_eq!(alphabet(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]), Alphabet::Ascii);
        assert_eq!(alphabet(&[("LC_CTYPE", "C.utf8"), ("LANG", "C")]), Alphabet::Unicode);
        assert_eq!(alphabet(&[("LANG", "de_DE.ISO-8859-1")]), Alphabet::Ascii);
    }

    #[test]
    fn what_is_fetched_for_one_run_is_typed_as_it_was_fetched() {
        let name = |variables: &[(&str, &str)], path| own_name(&variables, Path::new(path));
        let usual = "/usr/local/bin/theinference";
        assert_eq!(name(&[("npm_execpath", "/usr/lib/npm-cli.js")], usual), "npx theinference");
        assert_eq!(name(&[("npm_execpath", "")], usual), "theinference");
        assert_eq!(name(&[], usual), "theinference");
        let uv = "/home/me/.cache/uv/archive-v0/CvkmT73T/bin/theinference";
        assert_eq!(name(&[], uv), "uvx theinference");
        let pipx = "/home/me/.cache/pipx/50ecb253de99fe6/bin/theinference";
        assert_eq!(name(&[], pipx), "pipx run theinference");
        let installed = "/home/me/.local/share/uv/tools/theinference/bin/theinference";
        assert_eq!(name(&[], installed), "theinference");
    }

    #[test]
    fn columns_that_are_no_number_say_nothing() {
        let columns = |value: &str| columns(&[("COLUMNS", value)].as_slice());
        assert_eq!(columns("40"), Some(40));
        assert_eq!((columns("0"), columns("wide"), columns("")), (None, None, None));
    }

    #[test]
    fn each_source_outranks_the_ones_behind_it() {
        let on = ColorChoice::AlwaysAnsi;
        let off = ColorChoice::Never;
        let (auto, yes, no) = (ColorWhen::Auto, Terminal::Yes, Terminal::No);
        let decide =
            |when, variables: &[(&str, &str)], terminal| decide(when, &variables, terminal);
        assert_eq!(decide(ColorWhen::Always, &[("NO_COLOR", "1")], no), on);
        assert_eq!(decide(ColorWhen::Never, &[("FORCE_COLOR", "1")], yes), off);
        assert_eq!(decide(auto, &[("NO_COLOR", "1"), ("FORCE_COLOR", "1")], yes), off);
        assert_eq!(decide(auto, &[("NO_COLOR", "")], yes), on);
        assert_eq!(decide(auto, &[("CLICOLOR_FORCE", "1"), ("TERM", "dumb")], no), on);
        assert_eq!(decide(auto, &[("FORCE_COLOR", "0")], no), off);
        assert_eq!(decide(auto, &[("TERM", "dumb"), ("GITHUB_ACTIONS", "true")], yes), off);
        assert_eq!(decide(auto, &[("GITLAB_CI", "true")], no), on);
        assert_eq!(decide(auto, &[], yes), on);
        assert_eq!(decide(auto, &[], no), off);
    }
}
