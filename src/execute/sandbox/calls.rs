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

/// Changing the mode of a file, which rules of Landlock do not forbid anywhere.
const MODES: &[libc::c_long] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
];

const SYS_FCHMODAT2: libc::c_long = 452;

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

/// Requests that type into a terminal.
const TYPING: [u64; 2] = [0x5412, 0x541c];

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
    /// Changing the modes of files: where nothing else keeps it to the program's own.
    pub(super) modes: bool,
}

/// The filter.
pub(super) fn filter(allowed: Allowed) -> Result<BpfProgram, String> {
    let mut forbidden = forbidden()?;
    if !allowed.modes {
        forbidden.extend(unconditional(MODES));
    }
    if allowed.network == Network::Denied {
        forbidden.extend(sockets()?);
    }
    let unknown = unconditional(&UNKNOWN);
    let known = joined(compiled(forbidden, libc::EACCES)?, compiled(unknown, libc::ENOSYS)?)?;
    Ok([without_x32().to_vec(), known].concat())
}

/// The calls of a 64-bit processor have other numbers in the 32-bit way of using it, from X32 on: no
/// program of today uses them, and they would pass by all that follows.
fn without_x32() -> [sock_filter; 3] {
    let statement = |code: u32, jt, jf, k| sock_filter { code: code as u16, jt, jf, k };
    let number_is_loaded = statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0);
    let is_in_the_other_way = statement(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, X32);
    let is_unknown = SeccompAction::Errno(libc::ENOSYS.unsigned_abs()).into();
    [
        number_is_loaded,
        is_in_the_other_way,
        statement(libc::BPF_RET | libc::BPF_K, 0, 0, is_unknown),
    ]
}

/// One filter of two that deal with different calls, since putting one on takes its time: the second
/// stands in the place of the last statement of the first, which lets through what it does not know.
fn joined(mut first: BpfProgram, second: BpfProgram) -> Result<BpfProgram, String> {
    let last = first.pop().filter(|last| last.k == u32::from(SeccompAction::Allow));
    last.ok_or("seccomp: the filter does not end as it should")?;
    first.extend(second);
    Ok(first)
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

fn forbidden() -> Result<Rules, String> {
    let mut rules = unconditional(&FORBIDDEN);
    let namespaces = NAMESPACES.iter().map(|flag| {
        let flag = u64::from(flag.unsigned_abs());
        condition(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(flag), flag)
    });
    rules.extend(when(libc::SYS_clone, one_each(namespaces)?)?);
    let typing = TYPING
        .iter()
        .map(|request| condition(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, *request));
    rules.extend(when(libc::SYS_ioctl, one_each(typing)?)?);
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

/// These calls, whatever their arguments.
fn unconditional(calls: &[libc::c_long]) -> Rules {
    calls.iter().map(|call| (*call, Vec::new())).collect()
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

fn compiled(rules: Rules, errno: libc::c_int) -> Result<BpfProgram, String> {
    let arch = ARCH.ok_or("no filters are known for this kind of processor")?;
    let action = SeccompAction::Errno(errno.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, arch);
    let program = filter.and_then(BpfProgram::try_from);
    program.map_err(|error| format!("seccomp: {error}"))
}
