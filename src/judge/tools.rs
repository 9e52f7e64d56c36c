//! A program that failed for want of a tool: what it lacks, and how to get on.

use crate::model::{Ending, Observation, how_to_get};

/// A shell ends with this code when it does not find a command.
const NOT_FOUND: i32 = 127;

/// What is to be said besides the ending.
pub(super) fn lacking(seen: &Observation) -> Option<String> {
    let stderr = seen.stderr.to_bytes();
    let text = String::from_utf8_lossy(&stderr);
    match seen.ending {
        Ending::Exited(NOT_FOUND) => {
            let command = text.lines().rev().find_map(command_in)?;
            Some(not_found(command))
        }
        Ending::Exited(1) if runs_no_type_script(&text) => Some(
            "This Node runs no TypeScript by itself: `node --version` says which one it is, and \
             22.18 and later do. Get one with `nvm install 24`; or, in a starter kit, let this \
             one have its own files: `rm your_program.sh theinference.json && theinference init . \
             --lang ts`."
                .to_owned(),
        ),
        _ => None,
    }
}

fn not_found(command: &str) -> String {
    match how_to_get(command) {
        Some(how) => format!("`{command}` is not installed, and the program calls it: {how}."),
        None => format!(
            "the program calls `{command}`, which was not found: install it, or correct its name."
        ),
    }
}

/// `your_program.sh: 3: exec: node: not found` as dash says it, `line 3: node: command not found`
/// as bash does.
fn command_in(line: &str) -> Option<&str> {
    let line = line.trim_end();
    let before = line.strip_suffix(": not found").or(line.strip_suffix(": command not found"))?;
    let command = before.rsplit(": ").next()?;
    (!command.is_empty() && command.chars().all(|c| !c.is_control())).then_some(command)
}

fn runs_no_type_script(stderr: &str) -> bool {
    stderr.contains("ERR_UNKNOWN_FILE_EXTENSION") && stderr.contains("\".ts\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_found_in_what_each_shell_says() {
        for (line, command) in [
            ("./your_program.sh: 3: exec: node: not found", "node"),
            ("/w/your_program.sh: line 3: exec: node: not found", "node"),
            ("./your_program.sh: line 3: node: command not found\r", "node"),
            ("sh: 1: ./tools/x: not found", "./tools/x"),
            ("/k its/your_program.sh: 5: exec: /k its/bin/x: not found", "/k its/bin/x"),
        ] {
            assert_eq!(command_in(line), Some(command));
        }
        assert_eq!(command_in("Error: 404 not found"), None);
        assert_eq!(command_in(": not found"), None);
    }
}
