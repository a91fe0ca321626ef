//! What a report means, and what to change.

use farreach_runtime::devices::{self, Adapter, LOCKED_LEAST};
use serde::Serialize;

use super::host::{Link, Report, size};

/// GIDs of a port that are shown.
const GIDS_MOST: usize = 8;
/// Files that an agent may have open for 256 ranks.
const OPEN_FILES_MIN: u64 = 1088;
/// Processes and threads of 64 ranks.
const TASKS_MIN: u64 = 256;
/// Bytes of packets above which throughput rises no more.
const MTU_LARGE: u32 = 9000;
/// Clock sources that a process reads without a system call.
const FAST_CLOCKS: [&str; 5] = [
    "tsc",
    "kvm-clock",
    "hyperv_clocksource_tsc_page",
    "arch_sys_counter",
    "xen",
];

/// How good a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Grade {
    Fine,
    /// Good to know, or to change where it is easy.
    Note,
    /// Slows jobs down, or stops them.
    Change,
}

/// Something that a doctor has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    pub(crate) grade: Grade,
    pub(crate) what: &'static str,
    /// What is, and what to change.
    pub(crate) text: String,
}

/// All that a report tells.
pub(crate) fn findings(report: &Report) -> Vec<Finding> {
    let mut all: Vec<Finding> = report.links.iter().map(link).collect();
    if !report.links.iter().any(|link| link.leads_elsewhere) {
        let text =
            "no interface has an address that other hosts can reach: jobs on this host alone";
        all.push(finding(Grade::Note, "interfaces", text.to_owned()));
    }
    all.extend(report.adapters.iter().flat_map(adapter));
    all.extend(report.kept_buffers.as_ref().map(kept_buffers));
    all.extend([
        receive_buffer(report),
        cores(report),
        memory(report),
        shm(report),
        memlock(report),
        open_files(report),
        attach(report),
        membarrier(report),
        clock(report),
        tasks(report),
        launchers(report),
        libpmix(report),
    ]);
    all
}

fn finding(grade: Grade, what: &'static str, text: String) -> Finding {
    Finding { grade, what, text }
}

fn link(link: &Link) -> Finding {
    let Link {
        name,
        addresses,
        mtu,
        megabits,
        leads_elsewhere,
    } = link;
    let rate = match megabits {
        0 => String::new(),
        rate => format!(", {rate} Mbit/s"),
    };
    let text = format!("{name} {}: MTU {mtu}{rate}", addresses.join(", "));
    if *leads_elsewhere && *mtu < MTU_LARGE {
        let hint = format!(
            "; an MTU of {MTU_LARGE} on all hosts and switches carries more a second (ip link set {name} mtu {MTU_LARGE})"
        );
        return finding(Grade::Note, "interface", text + &hint);
    }
    finding(Grade::Fine, "interface", text)
}

fn receive_buffer(report: &Report) -> Finding {
    let (wanted, granted) = report.receive_buffer;
    let text = format!("{} of {} granted", size(granted), size(wanted));
    if granted >= wanted {
        return finding(Grade::Fine, "receive buffer", text);
    }
    let hint = format!(
        "; packets are lost when many processes send to one: sysctl -w net.core.rmem_max={wanted}, and put it in /etc/sysctl.d"
    );
    finding(Grade::Change, "receive buffer", text + &hint)
}

fn cores(report: &Report) -> Finding {
    let (allowed, all) = report.cores;
    let text = format!("{allowed} of {all} may be used");
    if allowed >= all {
        return finding(Grade::Fine, "cores", text);
    }
    let hint = "; the rest is kept away by taskset, a control group or the batch system";
    finding(Grade::Note, "cores", text + hint)
}

fn memory(report: &Report) -> Finding {
    match report.memory_limit {
        Some(limit) if limit < report.memory => {
            let text = format!(
                "a control group limits it to {} of {}; symmetric heaps and all else must fit in, or the kernel kills processes",
                size(limit),
                size(report.memory)
            );
            finding(Grade::Note, "memory", text)
        }
        _ => finding(
            Grade::Fine,
            "memory",
            format!("{}, without a limit", size(report.memory)),
        ),
    }
}

fn shm(report: &Report) -> Finding {
    let text = match report.shm {
        Some((all, free)) => format!("{} of {} free", size(free), size(all)),
        None => "not there".to_owned(),
    };
    // The node's memory is anonymous, whatever the size of this file system is.
    finding(
        Grade::Fine,
        "/dev/shm",
        text + "; this library does not use it",
    )
}

/// An adapter, and what its control group leaves of it.
fn adapter(adapter: &Adapter) -> Vec<Finding> {
    let name = &adapter.name;
    let port = |port: &devices::AdapterPort| {
        let gids = port.gids.iter().map(|gid| match &*gid.kind {
            "" => gid.address.to_string(),
            kind => format!("{} ({kind})", gid.address),
        });
        let gids: Vec<String> = gids.take(GIDS_MOST).collect();
        let gids = match &gids[..] {
            [] => "no GID".to_owned(),
            gids => format!("GIDs {}", gids.join(", ")),
        };
        format!("port {} {}, {}, {gids}", port.number, port.state, port.link)
    };
    let ports: Vec<String> = adapter.ports.iter().map(port).collect();
    let text = format!("{name}: {}", ports.join("; "));
    let mut found = match adapter.refusal() {
        None => {
            let hint = "; FARREACH_DEVICE=ibv or auto uses it, and FARREACH_GID names another GID than farreach info tells";
            vec![finding(Grade::Fine, "adapter", text + hint)]
        }
        Some(refusal) => vec![finding(
            Grade::Note,
            "adapter",
            format!("{text}; not usable: {refusal}"),
        )],
    };
    if let Some(limit) = &adapter.limit {
        let text = format!(
            "a control group limits {name} to {limit} (rdma.max): a process takes 1 handle, and an object for each queue pair, queue and \
             part of its memory in transfers"
        );
        found.push(finding(Grade::Note, "adapter limit", text));
    }
    found
}

/// Whether buffers stay registered with the adapter.
fn kept_buffers((are_kept, text): &(bool, String)) -> Finding {
    if *are_kept {
        return finding(Grade::Fine, "buffers", text.clone());
    }
    // The text has the remedy, and nothing is lost but time.
    let hint = "; to pin a private buffer of more than 8 KiB takes longer than to send it";
    finding(Grade::Note, "buffers", format!("{text}{hint}"))
}

fn memlock(report: &Report) -> Finding {
    match report.memlock {
        Some(bytes) if bytes < LOCKED_LEAST => {
            let needs = size(LOCKED_LEAST);
            let text = format!(
                "{}; the software adapter locks none, but hardware adapters need {needs} for each process, and more if transfers \
                 touch more of its memory: raise it (ulimit -l unlimited, LimitMEMLOCK=infinity)",
                size(bytes)
            );
            let is_wanted = report.adapters.iter().any(|one| one.refusal().is_none());
            let grade = if is_wanted {
                Grade::Change
            } else {
                Grade::Note
            };
            finding(grade, "locked memory", text)
        }
        Some(bytes) => finding(Grade::Fine, "locked memory", size(bytes)),
        None => finding(Grade::Fine, "locked memory", "without a limit".to_owned()),
    }
}

fn open_files(report: &Report) -> Finding {
    match report.open_files {
        Some(files) if files < OPEN_FILES_MIN => {
            let text = format!(
                "at most {files}; an agent needs 4 for each rank of its node: raise it (ulimit -Hn)"
            );
            finding(Grade::Change, "open files", text)
        }
        Some(files) => finding(Grade::Fine, "open files", format!("at most {files}")),
        None => finding(Grade::Fine, "open files", "without a limit".to_owned()),
    }
}

fn attach(report: &Report) -> Finding {
    let (works, text) = &report.attach;
    if *works {
        return finding(Grade::Fine, "attach", text.clone());
    }
    let hint = "; allow it where containers are started (docker run --cap-add SYS_PTRACE)";
    finding(Grade::Note, "attach", format!("{text}{hint}"))
}

fn membarrier(report: &Report) -> Finding {
    if report.has_membarrier {
        return finding(Grade::Fine, "membarrier", "permitted".to_owned());
    }
    let text = "not permitted: processes that wait wake up every millisecond; a seccomp filter of the container forbids it";
    finding(Grade::Note, "membarrier", text.to_owned())
}

fn clock(report: &Report) -> Finding {
    let clock = &report.clock;
    if clock.is_empty() || FAST_CLOCKS.contains(&clock.as_str()) {
        return finding(Grade::Fine, "clock", clock.clone());
    }
    let text = format!(
        "{clock}: each reading is a system call; boot with clocksource=tsc where the processor's counter is steady"
    );
    finding(Grade::Change, "clock", text)
}

fn tasks(report: &Report) -> Finding {
    match report.tasks {
        Some(most) if most < TASKS_MIN => {
            let text = format!(
                "a control group limits processes and threads to {most}; a rank has 2 to 4: raise it (docker run --pids-limit, TasksMax)"
            );
            finding(Grade::Change, "processes", text)
        }
        Some(most) => finding(Grade::Fine, "processes", format!("at most {most}")),
        None => finding(Grade::Fine, "processes", "without a limit".to_owned()),
    }
}

fn launchers(report: &Report) -> Finding {
    let others = match report.launchers.as_slice() {
        [] => "no other launcher is on PATH".to_owned(),
        names => names.join(", "),
    };
    let text = format!("farreach run; {others}; PMI-1 and PMI-2 need no library");
    finding(Grade::Fine, "launchers", text)
}

fn libpmix(report: &Report) -> Finding {
    let (is_there, text) = &report.libpmix;
    let needs_it = |name: &String| ["mpirun", "prterun"].contains(&name.as_str());
    if *is_there {
        return finding(Grade::Fine, "libpmix", text.clone());
    }
    if report.launchers.iter().any(needs_it) {
        let hint = "; without it mpirun, prterun and srun --mpi=pmix start no jobs: install it (apt-get install libpmix2), or name \
                    it by FARREACH_LIBPMIX";
        return finding(Grade::Note, "libpmix", format!("{text}{hint}"));
    }
    let text = "not found; only mpirun, prterun and srun --mpi=pmix need it";
    finding(Grade::Fine, "libpmix", text.to_owned())
}

#[cfg(test)]
mod tests {
    use farreach_runtime::devices::{Adapter, AdapterPort};

    use super::{Grade, findings};
    use crate::doctor::host::{Link, Report};

    /// What goes wrong, how bad that is, and what is told of it.
    type Trouble = (fn(&mut Report), Grade, &'static str, &'static str);

    fn healthy() -> Report {
        Report {
            build: "1".to_owned(),
            machine: "x86_64".to_owned(),
            host: "h".to_owned(),
            kernel: "6".to_owned(),
            cores: (4, 4),
            memory: 8 << 30,
            memory_limit: None,
            shm: Some((64 << 20, 64 << 20)),
            memlock: None,
            adapters: vec![adapter()],
            kept_buffers: Some((true, "up to 64 MiB of buffers stay registered".to_owned())),
            open_files: Some(1 << 20),
            receive_buffer: (4 << 20, 4 << 20),
            links: vec![Link {
                name: "eth0".to_owned(),
                addresses: vec!["10.0.0.1/8".to_owned()],
                leads_elsewhere: true,
                mtu: 9000,
                megabits: 100_000,
            }],
            attach: (true, "used".to_owned()),
            has_membarrier: true,
            clock: "tsc".to_owned(),
            tasks: None,
            launchers: vec!["srun".to_owned()],
            libpmix: (true, "libpmix.so.2 (4.2.2)".to_owned()),
        }
    }

    fn adapter() -> Adapter {
        Adapter {
            name: "mlx5_0".to_owned(),
            file: Some("/dev/infiniband/uverbs0".into()),
            is_accessible: true,
            ports: vec![AdapterPort {
                number: 1,
                state: "ACTIVE".to_owned(),
                link: "InfiniBand".to_owned(),
                gids: Vec::new(),
            }],
            limit: None,
        }
    }

    #[test]
    fn a_healthy_host_needs_nothing() {
        let all = findings(&healthy());
        assert!(all.iter().all(|one| one.grade == Grade::Fine), "{all:?}");
    }

    #[test]
    fn each_trouble_has_its_remedy() {
        let troubles: [Trouble; 14] = [
            (
                |r| r.receive_buffer.1 = 212_992,
                Grade::Change,
                "receive buffer",
                "net.core.rmem_max=4194304",
            ),
            (
                |r| r.clock = "hpet".to_owned(),
                Grade::Change,
                "clock",
                "clocksource=tsc",
            ),
            (
                |r| r.open_files = Some(256),
                Grade::Change,
                "open files",
                "ulimit -Hn",
            ),
            (|r| r.cores.0 = 1, Grade::Note, "cores", "1 of 4"),
            (
                |r| r.memory_limit = Some(1 << 30),
                Grade::Note,
                "memory",
                "1 GiB of 8 GiB",
            ),
            (
                |r| r.memlock = Some(8 << 20),
                Grade::Change,
                "locked memory",
                "8 MiB; the software adapter locks none, but hardware adapters need 64 MiB",
            ),
            (
                |r| r.adapters[0].ports[0].state = "DOWN".to_owned(),
                Grade::Note,
                "adapter",
                "mlx5_0 port 1 is DOWN",
            ),
            (
                |r| r.adapters[0].limit = Some("hca_handle=2 hca_object=2000".to_owned()),
                Grade::Note,
                "adapter limit",
                "mlx5_0 to hca_handle=2",
            ),
            (
                |r| r.kept_buffers = Some((false, "registered for each operation".to_owned())),
                Grade::Note,
                "buffers",
                "takes longer than to send it",
            ),
            (|r| r.attach.0 = false, Grade::Note, "attach", "SYS_PTRACE"),
            (
                |r| r.has_membarrier = false,
                Grade::Note,
                "membarrier",
                "seccomp",
            ),
            (
                |r| r.links[0].mtu = 1500,
                Grade::Note,
                "interface",
                "mtu 9000",
            ),
            (
                |r| r.tasks = Some(99),
                Grade::Change,
                "processes",
                "TasksMax",
            ),
            (
                |r| {
                    r.libpmix.0 = false;
                    r.launchers = vec!["mpirun".to_owned()];
                },
                Grade::Note,
                "libpmix",
                "FARREACH_LIBPMIX",
            ),
        ];
        for (change, grade, what, told) in troubles {
            let mut report = healthy();
            change(&mut report);
            let all = findings(&report);
            let found: Vec<_> = all.iter().filter(|one| one.grade != Grade::Fine).collect();
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(
                found[0].what == what && found[0].text.contains(told),
                "{found:?}"
            );
            assert_eq!(found[0].grade, grade);
        }
    }
}
