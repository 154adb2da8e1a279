//! What the extraction process may not do: get rights, outlive its parent, open files, reach others. As far as the system knows how to forbid it.

/// Binds the calling thread and those that it starts. Returns what was applied and, with the reason, what was not. What is open stays open: the
/// process reads its input and writes its answer through pipes that it was given.
#[cfg(target_os = "linux")]
pub(crate) fn confine() -> Vec<String> {
    vec![
        // Landlock and seccomp ask for it of whoever has no rights.
        said("no new privileges", rustix::thread::set_no_new_privs(true)),
        // The signal comes when the thread ends that started this process; that thread serves for as long as its process runs.
        said(
            "death with its parent",
            rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL)),
        ),
        said("Landlock", linux::landlock()),
        said("seccomp", linux::seccomp()),
    ]
}

/// What was applied, or why it was not.
#[cfg(target_os = "linux")]
fn said<E: std::fmt::Display>(name: &str, result: Result<(), E>) -> String {
    match result {
        Ok(()) => name.to_owned(),
        Err(why) => format!("no {name} ({why})"),
    }
}

/// Other systems limit memory and time alone.
#[cfg(not(target_os = "linux"))]
pub(crate) fn confine() -> Vec<String> {
    vec!["nothing of this system is used".to_owned()]
}

#[cfg(target_os = "linux")]
mod linux {
    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetStatus, Scope,
    };
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
    use std::collections::BTreeMap;

    /// Opens no file, no port, and signals nobody: everything is handled and nothing is allowed.
    pub(super) fn landlock() -> anyhow::Result<()> {
        let status = Ruleset::default()
            .handle_access(AccessFs::from_all(ABI::V6))?
            .handle_access(AccessNet::from_all(ABI::V6))?
            .scope(Scope::from_all(ABI::V6))?
            .create()?
            .restrict_self()?;
        anyhow::ensure!(
            status.ruleset != RulesetStatus::NotEnforced,
            "this kernel has none"
        );
        Ok(())
    }

    /// Calls that a reader of bytes never needs fail with EPERM. What it needs beside them differs between systems, so that a list of what is allowed
    /// would break readers; Landlock stands behind this list.
    pub(super) fn seccomp() -> anyhow::Result<()> {
        let rules: BTreeMap<i64, Vec<seccompiler::SeccompRule>> = DENIED
            .iter()
            .chain(DENIED_HERE)
            .map(|call| (*call, Vec::new()))
            .collect();
        let filter = SeccompFilter::new(
            rules,
            SeccompAction::Allow,
            SeccompAction::Errno(libc::EPERM.unsigned_abs()),
            std::env::consts::ARCH.try_into()?,
        )?;
        let program: BpfProgram = filter.try_into()?;
        seccompiler::apply_filter(&program)?;
        Ok(())
    }

    /// On every processor.
    const DENIED: &[i64] = &[
        // Network.
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_accept,
        libc::SYS_accept4,
        libc::SYS_sendto,
        libc::SYS_sendmsg,
        libc::SYS_sendmmsg,
        // Files by name.
        libc::SYS_openat,
        libc::SYS_openat2,
        libc::SYS_open_by_handle_at,
        libc::SYS_unlinkat,
        libc::SYS_renameat,
        libc::SYS_renameat2,
        libc::SYS_linkat,
        libc::SYS_symlinkat,
        libc::SYS_mkdirat,
        libc::SYS_mknodat,
        libc::SYS_truncate,
        libc::SYS_fchmodat,
        libc::SYS_fchownat,
        libc::SYS_utimensat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_chdir,
        libc::SYS_chroot,
        // Other programs and processes.
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_getfd,
        libc::SYS_kill,
        libc::SYS_kcmp,
        // The kernel and its name spaces.
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_open_tree,
        libc::SYS_move_mount,
        libc::SYS_fsopen,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_io_uring_setup,
        libc::SYS_userfaultfd,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_kexec_load,
        libc::SYS_reboot,
        libc::SYS_swapon,
        libc::SYS_shmget,
        libc::SYS_msgget,
        libc::SYS_semget,
        libc::SYS_memfd_create,
    ];

    /// Older names of the same that one processor has.
    #[cfg(target_arch = "x86_64")]
    const DENIED_HERE: &[i64] = &[
        libc::SYS_open,
        libc::SYS_creat,
        libc::SYS_unlink,
        libc::SYS_rename,
        libc::SYS_link,
        libc::SYS_symlink,
        libc::SYS_mkdir,
        libc::SYS_rmdir,
        libc::SYS_mknod,
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_fork,
        libc::SYS_vfork,
    ];
    #[cfg(not(target_arch = "x86_64"))]
    const DENIED_HERE: &[i64] = &[];
}
