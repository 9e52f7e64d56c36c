//! The options of the commands that print what belongs around this one: `completions`, `man`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

pub(super) const COMPLETIONS_END: &str = "\
Where to put it:
  bash  echo 'source <(theinference completions bash)' >> ~/.bashrc
  zsh   echo 'source <(theinference completions zsh)' >> ~/.zshrc, below compinit
  fish  theinference completions fish > ~/.config/fish/completions/theinference.fish

Example:
  theinference completions bash";

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(in crate::cli) shell: Shell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Shell {
    /// 4 or later
    Bash,
    /// 5 or later
    Zsh,
    /// 3 or later
    Fish,
}

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct ManArgs {
    /// The command that the page is about; default: the whole
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    pub(in crate::cli) command: Option<String>,
    /// Write a page for each command into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) out: Option<PathBuf>,
}
