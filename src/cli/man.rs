//! `theinference man`: manual pages, made from the options and their help.

use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;
use roff::{Roff, roman};

use super::args::{Cli, ManArgs};
use super::exit::{Exit, Stop};
use super::output::{Quiet, unwritten};
use crate::nearest::nearest;

/// When the pages last said something new.
const DATE: &str = "2026-12-01";

/// What the page about the whole says besides, as (section, paragraphs).
const OF_THE_WHOLE: [(&str, &[&str]); 2] = [
    (
        "FILES",
        &[
            "your_program.sh: the program of a workspace, where no setting names another.",
            "theinference.json: the settings of a workspace. `theinference schema theinference` describes them.",
            ".theinference/: what is remembered in a workspace: progress, and the files of cases that failed. It may be deleted.",
            "stages/course.json: a course, where one stands in this folder or above.",
        ],
    ),
    (
        "ENVIRONMENT",
        &[
            "NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, CLICOLOR, TERM: whether colours are used; --color wins over them.",
            "LC_ALL, LC_CTYPE, LANG: plain ASCII is written where they name another encoding than UTF-8.",
            "COLUMNS: the width of what is written, where it is not that of the terminal.",
            "TMPDIR: where the folders of cases are made.",
        ],
    ),
];

pub(super) fn man(args: &ManArgs) -> Result<Exit, Stop> {
    let pages = pages();
    if let Some(folder) = &args.out {
        return write_all(&pages, folder);
    }
    let name = args.command.as_ref().map_or("theinference".to_owned(), |it| page_name(it));
    let Some(page) = pages.iter().find(|page| page.name == name) else {
        return Err(unknown(args.command.as_deref().unwrap_or_default(), &pages));
    };
    let mut out = Quiet(io::stdout());
    out.write_all(&page.text).and_then(|()| out.flush()).map_err(unwritten)?;
    Ok(Exit::Passed)
}

/// A page, by the name that `man` finds it by.
struct ManualPage {
    name: String,
    text: Vec<u8>,
}

fn page_name(command: &str) -> String {
    format!("theinference-{command}")
}

/// That of the whole, then one for each command.
fn pages() -> Vec<ManualPage> {
    let mut whole = Cli::command().disable_help_subcommand(true);
    whole.build();
    let names: Vec<_> = whole.get_subcommands().map(|it| page_name(it.get_name())).collect();
    let pages = whole
        .get_subcommands()
        .zip(&names)
        .map(|(command, name)| page(name, command, &[], &["theinference"]));
    let see: Vec<_> = names.iter().map(String::as_str).collect();
    let first = page("theinference", &whole, &OF_THE_WHOLE, &see);
    std::iter::once(first).chain(pages).collect()
}

fn page(
    name: &str,
    command: &clap::Command,
    sections: &[(&str, &[&str])],
    see: &[&str],
) -> ManualPage {
    let mut text = Vec::new();
    // Writing into memory cannot fail.
    let _ = write_page(&mut text, name, command, sections, see);
    ManualPage { name: name.to_owned(), text }
}

fn write_page(
    out: &mut dyn Write,
    name: &str,
    command: &clap::Command,
    sections: &[(&str, &[&str])],
    see: &[&str],
) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    let man = Man::new(command.clone().name(name.to_owned()).version(version))
        .title(name)
        .section("1")
        .date(DATE)
        .source(format!("theinference {version}"))
        .manual("User Commands");
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    let mut options = Vec::new();
    man.render_options_section(&mut options)?;
    // An empty line between two breaks is what linters take for a mistake.
    let options = String::from_utf8_lossy(&options).replace("\n.br\n\n.br\n", "\n.sp\n");
    out.write_all(options.as_bytes())?;
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    let end = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    end.split("\n\n").try_for_each(|part| from_help(part).to_writer(out))?;
    for (title, paragraphs) in sections {
        titled(title, paragraphs).to_writer(out)?;
    }
    let see: Vec<_> = see.iter().map(|name| format!("{name}(1)")).collect();
    titled("SEE ALSO", &[&see.join(", ")]).to_writer(out)
}

/// A part of what stands below the options in `--help`: `Title: text`, or a title with lines.
fn from_help(part: &str) -> Roff {
    let (title, text) = part.split_once(':').unwrap_or((part, ""));
    let title = title.to_uppercase();
    let Some(lines) = text.strip_prefix('\n') else { return titled(&title, &[text.trim()]) };
    let mut roff = Roff::new();
    roff.control("SH", [title.as_str()]).control("nf", []);
    for line in lines.lines() {
        roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
    }
    roff.control("fi", []);
    roff
}

fn titled(title: &str, paragraphs: &[&str]) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    for (n, paragraph) in paragraphs.iter().enumerate() {
        if n > 0 {
            roff.control("PP", []);
        }
        roff.text([roman(*paragraph)]);
    }
    roff
}

fn write_all(pages: &[ManualPage], folder: &Path) -> Result<Exit, Stop> {
    let write = |page: &ManualPage| {
        let file = folder.join(format!("{}.1", page.name));
        std::fs::write(&file, &page.text).map_err(|error| (file, error))
    };
    let made = std::fs::create_dir_all(folder).map_err(|error| (folder.to_owned(), error));
    match made.and_then(|()| pages.iter().try_for_each(write)) {
        Ok(()) => Ok(Exit::Passed),
        Err((path, error)) => Err(Stop::Usage(format!(
            "{} cannot be written: {error}; name another folder with `--out`",
            path.display()
        ))),
    }
}

fn unknown(typed: &str, pages: &[ManualPage]) -> Stop {
    let names = pages.iter().filter_map(|page| page.name.strip_prefix("theinference-"));
    let near = nearest(typed, names.clone());
    let instead = if near.is_empty() { names.collect() } else { near };
    let instead = instead.join(", ");
    Stop::Usage(format!("there is no command `{typed}`; did you mean: {instead}?"))
}
