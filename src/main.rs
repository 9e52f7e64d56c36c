//! The binary: see [`theinference::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    theinference::cli::main()
}
