//! `theinference init`: a folder with a program to complete.

use std::io::{self, Write};
use std::path::Path;

use super::args::{InitArgs, Language};
use super::exit::{Exit, Stop};
use super::found::PROGRAM;
use super::output::{own_name, stdout, tell_warning, unwritten};
use super::tools::{Tool, Version};
use crate::discover;
use crate::judge::compare::are_equal;
use crate::kits::{Kit, KitFile, Laid, LayError, TypeScript, lay};
use crate::model::how_to_get;
use crate::report::printable;
use crate::report::style::{DIM, STRONG, command};

/// The first versions of Node that run TypeScript without an option.
const STRIPS: [Version; 2] = [Version(22, 18), Version(23, 6)];
/// The first version of Node that the bundle is made for.
const BUNDLES: Version = Version(20, 0);

pub(super) fn init(args: &InitArgs) -> Result<Exit, Stop> {
    let version = tool(args.lang).version();
    let files = kit(args.lang, version).files();
    let laid = lay(&files, &args.folder).map_err(|error| refused(&error, &args.folder))?;
    write(&mut stdout(&args.color), args, &files, &laid).map_err(unwritten)?;
    if laid.kept.contains(&PROGRAM) {
        tell_warning(&format!(
            "{PROGRAM} was there already, and it decides what is run. For the kit's, move yours \
             away and run this command again"
        ));
    }
    missing(args.lang, version).iter().for_each(|sentence| tell_warning(sentence));
    Ok(Exit::Passed)
}

/// What the kit's program is run or made with.
const fn tool(language: Language) -> Tool {
    match language {
        Language::Ts => Tool::NODE,
        Language::Py => Tool::PYTHON,
        Language::Rust => Tool::CARGO,
        Language::Go => Tool::GO,
        Language::Sh => Tool::JQ,
    }
}

fn kit(language: Language, version: Option<Version>) -> Kit {
    match language {
        Language::Ts => Kit::TypeScript(type_script(version)),
        Language::Py => Kit::Python,
        Language::Rust => Kit::Rust,
        Language::Go => Kit::Go,
        Language::Sh => Kit::Shell,
    }
}

/// What fits the Node that is there. Where none is, or one too old for anything, a new one will
/// be installed.
fn type_script(node: Option<Version>) -> TypeScript {
    match node {
        Some(node) if node >= BUNDLES && !strips(node) => TypeScript::Bundle,
        _ => TypeScript::Strip,
    }
}

fn strips(node: Version) -> bool {
    node >= STRIPS[1] || (node >= STRIPS[0] && node < Version(23, 0))
}

fn refused(error: &LayError, folder: &Path) -> Stop {
    let command = command(["ls", "-ld", &folder.to_string_lossy()]);
    Stop::Usage(format!("{error}\n  Look at it with `{command}`, or name another folder."))
}

/// What the kit needs and this machine has not.
fn missing(language: Language, version: Option<Version>) -> Option<String> {
    let name = tool(language).name;
    let remedy = how_to_get(name).unwrap_or("install it");
    match version {
        None => Some(format!("{name} was not found, and the kit needs it: {remedy}")),
        Some(version) if language == Language::Ts && version < BUNDLES => Some(format!(
            "this is Node {version}, and the kit needs Node {BUNDLES} or later: {remedy}"
        )),
        Some(_) => None,
    }
}

fn write(out: &mut impl Write, args: &InitArgs, files: &[KitFile], laid: &Laid) -> io::Result<()> {
    let folder = folder(&args.folder);
    match (laid.made.len(), laid.same.len() + laid.kept.len()) {
        (0, _) => writeln!(out, "{folder} has all files of the kit already")?,
        (made, 0) => writeln!(out, "made {STRONG}{folder}{STRONG:#} with {made} files")?,
        (1, _) => writeln!(out, "added 1 file to {STRONG}{folder}{STRONG:#}")?,
        (made, _) => writeln!(out, "added {made} files to {STRONG}{folder}{STRONG:#}")?,
    }
    list(out, "made", &laid.made)?;
    list(out, "kept as it was", &laid.kept)?;
    if let Some(file) = files.iter().find(|file| file.path.starts_with("src/mcp.")) {
        writeln!(out, "\nyou write {STRONG}{}{STRONG:#}; the rest is complete", file.path)?;
    }
    next(out, &args.folder)?;
    out.flush()
}

fn list(out: &mut impl Write, what: &str, paths: &[&str]) -> io::Result<()> {
    paths.iter().try_for_each(|path| writeln!(out, "  {DIM}{what}{DIM:#}  {path}"))
}

/// The commands that lead to the first result.
fn next(out: &mut impl Write, folder: &Path) -> io::Result<()> {
    let name = own_name();
    writeln!(out, "\nnext:")?;
    if !is_here(folder) {
        let folder = folder.to_string_lossy();
        // What begins with a dash would be taken for an option.
        let dash = if folder.starts_with('-') { "./" } else { "" };
        writeln!(out, "  {}", command(["cd", &format!("{dash}{folder}")]))?;
    }
    let course = discover::load_embedded(None, are_equal).course;
    for stage in course.iter().flat_map(|course| course.stages.first()) {
        writeln!(out, "  {name} show {}", stage.slug)?;
        writeln!(out, "  {name} test --stage {} --watch", stage.slug)?;
    }
    Ok(())
}

fn is_here(folder: &Path) -> bool {
    folder.components().all(|component| component == std::path::Component::CurDir)
}

/// The folder as it was typed, recognisable as one.
fn folder(typed: &Path) -> String {
    printable(&typed.join("").to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_node_gets_the_kit_that_it_can_run() {
        for (version, kit) in [
            (None, TypeScript::Strip),
            (Some(Version(18, 20)), TypeScript::Strip),
            (Some(Version(20, 0)), TypeScript::Bundle),
            (Some(Version(22, 17)), TypeScript::Bundle),
            (Some(Version(22, 18)), TypeScript::Strip),
            (Some(Version(23, 5)), TypeScript::Bundle),
            (Some(Version(23, 6)), TypeScript::Strip),
            (Some(Version(24, 0)), TypeScript::Strip),
        ] {
            assert_eq!(type_script(version), kit, "{version:?}");
        }
    }

    #[test]
    fn only_the_current_folder_needs_no_way() {
        assert!(is_here(Path::new(".")) && is_here(Path::new("./")));
        assert!(!is_here(Path::new("..")) && !is_here(Path::new("./a")));
    }
}
