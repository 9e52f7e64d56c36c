//! What a binary is made for, as its first bytes say.

/// What a binary is made for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MadeFor {
    ThisMachine,
    /// To follow "a program for".
    Another(&'static str),
}

/// Mach-O in its four byte orders, and as a universal file.
const MACH_O: [&[u8]; 5] = [
    &[0xfe, 0xed, 0xfa, 0xce],
    &[0xfe, 0xed, 0xfa, 0xcf],
    &[0xce, 0xfa, 0xed, 0xfe],
    &[0xcf, 0xfa, 0xed, 0xfe],
    &[0xca, 0xfe, 0xba, 0xbe],
];

/// The processors of ELF (`e_machine`) that run here; a 64-bit one runs the code of its 32-bit
/// forerunner too.
const RUNS_HERE: &[u16] = if cfg!(target_arch = "x86_64") {
    &[62, 3]
} else if cfg!(target_arch = "aarch64") {
    &[183, 40]
} else {
    &[]
};

/// `None` for what is no binary.
pub(super) fn made_for(beginning: &[u8]) -> Option<MadeFor> {
    let is_linux = cfg!(target_os = "linux");
    if beginning.starts_with(b"\x7fELF") {
        return Some(match is_linux {
            true => elf(beginning),
            false => MadeFor::Another("Linux"),
        });
    }
    if MACH_O.iter().any(|magic| beginning.starts_with(magic)) {
        return Some(if is_linux { MadeFor::Another("macOS") } else { MadeFor::ThisMachine });
    }
    beginning.starts_with(b"MZ").then_some(MadeFor::Another("Windows"))
}

fn elf(beginning: &[u8]) -> MadeFor {
    const BYTE_ORDER: usize = 5;
    const MACHINE: std::ops::Range<usize> = 18..20;
    let machine = beginning.get(MACHINE).and_then(|bytes| bytes.try_into().ok());
    let machine = match beginning.get(BYTE_ORDER) {
        Some(2) => machine.map(u16::from_be_bytes),
        _ => machine.map(u16::from_le_bytes),
    };
    // What is not known here is for the system to judge.
    let runs = machine.is_none_or(|it| RUNS_HERE.is_empty() || RUNS_HERE.contains(&it));
    if runs { MadeFor::ThisMachine } else { MadeFor::Another("another kind of processor") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elf_for(machine: u16) -> Vec<u8> {
        let mut beginning = b"\x7fELF\x02\x01".to_vec();
        beginning.resize(18, 0);
        beginning.extend(machine.to_le_bytes());
        beginning
    }

    #[test]
    fn a_binary_is_for_this_machine_or_for_another() {
        let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert_eq!(made_for(&own[..512]), Some(MadeFor::ThisMachine));
        let other = if cfg!(target_arch = "x86_64") { 183 } else { 62 };
        if cfg!(target_os = "linux") {
            let expected = MadeFor::Another("another kind of processor");
            assert_eq!(made_for(&elf_for(other)), Some(expected));
            assert_eq!(made_for(MACH_O[3]), Some(MadeFor::Another("macOS")));
        }
        assert_eq!(made_for(b"MZ\x90"), Some(MadeFor::Another("Windows")));
        assert_eq!(made_for(b"#!/bin/sh"), None);
    }
}
