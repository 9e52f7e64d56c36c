//! What a program may not ask the kernel for, as filters of seccomp.
//!
//! Everything is allowed but a list: programs of every language have to work. What is denied answers
//! with an error that runtimes can live with.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, sock_filter,
};

use crate::model::Network;

/// Reaching into other processes and into the kernel, other views of the system, keys of the user.
const FORBIDDEN: [libc::c_long; 26] = [
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_init_module,
    libc::SYS_kcmp,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_mount,
    libc::SYS_move_mount,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setns,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// What rules of Landlock do not forbid: changing owners, modes and attributes of files anywhere, and leaving
/// objects that outlive every process. Where other walls keep the program to its own it may.
const LASTING: &[libc::c_long] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SYS_SETXATTRAT,
    SYS_REMOVEXATTRAT,
    SYS_FILE_SETATTR,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
];

const SYS_FCHMODAT2: libc::c_long = 452;
const SYS_SETXATTRAT: libc::c_long = 463;
const SYS_REMOVEXATTRAT: libc::c_long = 466;
const SYS_FILE_SETATTR: libc::c_long = 469;

/// The same of times; which argument has them. Without one the time is now, as `touch` wants it.
const TIMES: &[(libc::c_long, u8)] = &[
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_utime, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_utimes, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_futimesat, 2),
    (libc::SYS_utimensat, 2),
];

/// What may be done to oneself alone, who is 0 in the first argument.
const TO_ONESELF: [libc::c_long; 7] = [
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
];

/// The same where the second argument says who, and the first what kind of thing that is; with the
/// number that stands for a process.
const TO_ONESELF_OF_KIND: [(libc::c_long, u64); 2] =
    [(libc::SYS_setpriority, 0), (libc::SYS_ioprio_set, 1)];

/// Answered as by a kernel that lacks them, which programs know how to do without: what io_uring does
/// no filter sees, and the flags of clone3 neither.
const UNKNOWN: [libc::c_long; 4] = [
    libc::SYS_clone3,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
];

/// The flags of `clone` that ask for another view of the system.
const NAMESPACES: [libc::c_int; 7] = [
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];

/// Requests that type into a terminal, and those that set flags and attributes of a file.
const REQUESTS: [u64; 5] = [0x5412, 0x541c, 0x4008_6602, 0x4004_6602, 0x401c_5820];

/// From here on the calls are those of the 32-bit way of using a 64-bit processor.
const X32: u32 = 0x4000_0000;

/// The processor that this binary is for.
const ARCH: Option<TargetArch> = if cfg!(target_arch = "x86_64") {
    Some(TargetArch::x86_64)
} else if cfg!(target_arch = "aarch64") {
    Some(TargetArch::aarch64)
} else {
    None
};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// What may be allowed or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowed {
    pub(super) network: Network,
    /// What lasts: where something else keeps it to the program's own.
    pub(super) lasting: bool,
}

/// The filter: what is refused whatever its arguments, then what depends on them.
pub(super) fn filter(allowed: Allowed) -> Result<BpfProgram, String> {
    let lasting = if allowed.lasting { &[][..] } else { LASTING };
    let refused = [&FORBIDDEN, lasting].concat();
    let mut rules = by_arguments()?;
    if !allowed.lasting {
        rules.extend(times()?);
    }
    if allowed.network == Network::Denied {
        rules.extend(sockets()?);
    }
    Ok([refusing(&refused)?, compiled(rules)?].concat())
}

/// Statements that refuse these calls and all that are unknown, and leave the others to what follows.
/// One for each call: putting a filter on takes its time, and has it tried for every call there is.
fn refusing(refused: &[libc::c_long]) -> Result<BpfProgram, String> {
    let jump_if = |how: u32, number: u32, distance: usize| {
        let distance = u8::try_from(distance).map_err(|_| "seccomp: too many calls".to_owned())?;
        Ok::<_, String>(statement(libc::BPF_JMP | libc::BPF_K | how, distance, 0, number))
    };
    let number_of = |call: libc::c_long| u32::try_from(call).map_err(|error| error.to_string());
    // Behind the tests stand: a jump over the answers, EACCES, ENOSYS.
    let mut left = 1 + UNKNOWN.len() + refused.len();
    let mut tests = vec![number_of_call(), jump_if(libc::BPF_JGE, X32, left + 1)?];
    for call in UNKNOWN {
        left -= 1;
        tests.push(jump_if(libc::BPF_JEQ, number_of(call)?, left + 1)?);
    }
    for call in refused {
        left -= 1;
        tests.push(jump_if(libc::BPF_JEQ, number_of(*call)?, left)?);
    }
    tests.push(statement(libc::BPF_JMP | libc::BPF_JA, 0, 0, 2));
    tests.extend([libc::EACCES, libc::ENOSYS].map(answer));
    Ok(tests)
}

fn number_of_call() -> sock_filter {
    statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0)
}

fn answer(errno: libc::c_int) -> sock_filter {
    let refused = SeccompAction::Errno(errno.unsigned_abs());
    statement(libc::BPF_RET | libc::BPF_K, 0, 0, refused.into())
}

fn statement(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}

/// All sockets but those that ask the kernel which interfaces there are, as Node cannot do without.
/// What has no capability can change nothing by them.
fn sockets() -> Result<Rules, String> {
    let route = libc::NETLINK_ROUTE.unsigned_abs().into();
    let another_protocol = condition(2, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, route)?;
    let rules =
        vec![vec![family(SeccompCmpOp::Ne)?], vec![family(SeccompCmpOp::Eq)?, another_protocol]];
    when(libc::SYS_socket, rules)
}

fn by_arguments() -> Result<Rules, String> {
    let namespaces = NAMESPACES.iter().map(|flag| {
        let flag = u64::from(flag.unsigned_abs());
        condition(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(flag), flag)
    });
    let mut rules = when(libc::SYS_clone, one_each(namespaces)?)?;
    let requests = REQUESTS
        .iter()
        .map(|request| condition(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, *request));
    rules.extend(when(libc::SYS_ioctl, one_each(requests)?)?);
    for call in TO_ONESELF {
        let another = condition(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0)?;
        rules.extend(when(call, vec![vec![another]])?);
    }
    for (call, process) in TO_ONESELF_OF_KIND {
        let another_kind = condition(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, process)?;
        let another = condition(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0)?;
        rules.extend(when(call, vec![vec![another_kind], vec![another]])?);
    }
    Ok(rules)
}

fn times() -> Result<Rules, String> {
    let mut rules = Rules::new();
    for (call, argument) in TIMES {
        let given = condition(*argument, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)?;
        rules.extend(when(*call, vec![vec![given]])?);
    }
    Ok(rules)
}

/// Whether the family of a socket is the one that tells of interfaces, or is not.
fn family(operator: SeccompCmpOp) -> Result<SeccompCondition, String> {
    condition(0, SeccompCmpArgLen::Dword, operator, libc::AF_NETLINK.unsigned_abs().into())
}

fn condition(
    argument: u8,
    length: SeccompCmpArgLen,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, String> {
    SeccompCondition::new(argument, length, operator, value).map_err(|error| error.to_string())
}

/// Each condition by itself.
fn one_each(
    conditions: impl Iterator<Item = Result<SeccompCondition, String>>,
) -> Result<Vec<Vec<SeccompCondition>>, String> {
    conditions.map(|condition| Ok(vec![condition?])).collect()
}

/// This call where all conditions of any of the lists hold.
fn when(call: libc::c_long, lists: Vec<Vec<SeccompCondition>>) -> Result<Rules, String> {
    let rules = lists.into_iter().map(SeccompRule::new);
    let rules = rules.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    Ok(Rules::from([(call, rules)]))
}

fn compiled(rules: Rules) -> Result<BpfProgram, String> {
    let arch = ARCH.ok_or("no filters are known for this kind of processor")?;
    let action = SeccompAction::Errno(libc::EACCES.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, arch);
    let program = filter.and_then(BpfProgram::try_from);
    program.map_err(|error| format!("seccomp: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the statements in front answer for a call: a value, or that the others decide.
    fn answered(program: &[sock_filter], call: u32) -> Option<u32> {
        let mut at = 1;
        loop {
            let sock_filter { code, jt, jf, k } = program.get(at)?;
            let is = |what: u32| u32::from(*code) == what | libc::BPF_K;
            let jumps = match () {
                () if is(libc::BPF_JMP | libc::BPF_JGE) => {
                    usize::from(if call >= *k { *jt } else { *jf })
                }
                () if is(libc::BPF_JMP | libc::BPF_JEQ) => {
                    usize::from(if call == *k { *jt } else { *jf })
                }
                () if is(libc::BPF_JMP | libc::BPF_JA) => *k as usize,
                () => return Some(*k),
            };
            at += 1 + jumps;
        }
    }

    #[test]
    fn each_refused_call_has_its_answer_and_no_other_call_has_one() {
        let refused = [&FORBIDDEN[..], LASTING].concat();
        let program = refusing(&refused).unwrap();
        let errno = |code: libc::c_int| u32::from(SeccompAction::Errno(code.unsigned_abs()));
        for call in 0..1_000_u32 {
            let listed = |list: &[libc::c_long]| list.contains(&libc::c_long::from(call));
            let expected = match () {
                () if listed(&UNKNOWN) => Some(errno(libc::ENOSYS)),
                () if listed(&refused) => Some(errno(libc::EACCES)),
                () => None,
            };
            assert_eq!(answered(&program, call), expected, "{call}");
        }
        assert_eq!(answered(&program, X32), Some(errno(libc::ENOSYS)));
        assert_eq!(answered(&program, X32 + 41), Some(errno(libc::ENOSYS)));
    }
}
