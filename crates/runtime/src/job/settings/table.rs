//! The table of all settings: names, defaults, meanings.

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The environment variable.
    pub name: &'static str,
    /// The default as one would write it.
    pub default: &'static str,
    /// What it means, with its unit.
    pub meaning: &'static str,
}

/// All settings.
pub const TABLE: &[Setting] = &[
    Setting {
        name: "FARREACH_HEAP",
        default: "1G",
        meaning: "symmetric heap of each process, in bytes (K, M, G, T); memory is taken only when allocated",
    },
    Setting {
        name: "FARREACH_GLOBALS",
        default: "4G",
        meaning: "room for the variables of C programs and their libraries, which other processes reach, in bytes of \
                  address space (K, M, G, T); 0: they stay private",
    },
    Setting {
        name: "FARREACH_FORK_COPY",
        default: "50",
        meaning: "milliseconds that a forked child of a C program has to run another program before more than 16 MiB of \
                  variables are copied for it; its parent waits meanwhile",
    },
    Setting {
        name: "FARREACH_DEVICE",
        default: "soft",
        meaning: "device between nodes: soft (the user-space adapter over UDP), ibv (an InfiniBand or RoCE adapter through libibverbs: the \
                  first with a usable port), ibv:NAME or ibv:NAME:PORT (such as ibv:mlx5_0:1), auto (ibv where each host has an adapter, else \
                  soft); the same in all processes. soft:roce is the user-space adapter at RoCEv2's port, where those of other hosts \
                  reach it, and mixed is ibv where this host has an adapter, else soft:roce: a job may have ibv, soft:roce and mixed",
    },
    Setting {
        name: "FARREACH_GID",
        default: "auto",
        meaning: "IP address whose GID an adapter of ibv uses, or auto: RoCEv2 before v1, global before link-local, IPv4 before IPv6",
    },
    Setting {
        name: "FARREACH_PARTITION",
        default: "first",
        meaning: "key of the partition that an adapter of ibv is to be in, such as 0x8001, or first: the first of its port",
    },
    Setting {
        name: "FARREACH_SERVICE_LEVEL",
        default: "0",
        meaning: "InfiniBand's service level of what an adapter of ibv sends: 0 to 15",
    },
    Setting {
        name: "FARREACH_TRAFFIC_CLASS",
        default: "auto",
        meaning: "traffic class of what an adapter of ibv sends: 0 to 255 (by RoCEv2 the IP header's: 4 x DSCP), or auto: the one that is set \
                  for the port",
    },
    Setting {
        name: "FARREACH_KEEP_REGISTERED",
        default: "auto",
        meaning: "bytes of the program's buffers that an adapter of ibv keeps registered between operations, in each process (K, M, G), or \
                  auto: a quarter of what a process may lock (ulimit -l), at most 1G; 0: none",
    },
    Setting {
        name: "FARREACH_ATOMICS",
        default: "owner",
        meaning: "who executes atomics on words of 64 bits, where those of an adapter don't exclude those of processors: owner (the processor \
                  of the memory's owner, or of a process of its node) or adapter (that of the owner, also for processes of its node)",
    },
    Setting {
        name: "FARREACH_BIND",
        default: "127.0.0.1",
        meaning: "address that the soft device's UDP socket is bound to",
    },
    Setting {
        name: "FARREACH_INTERFACE",
        default: "auto",
        meaning: "interface by which hosts reach each other: a name, an address, a network such as 10.0.0.0/8, or auto: of the \
                  fastest network that all hosts share; on one host it changes nothing",
    },
    Setting {
        name: "FARREACH_RSH",
        default: "ssh",
        meaning: "command by which farreach run starts agents on other hosts, such as 'ssh -p 2222 {host}'; ssh asks for no password",
    },
    Setting {
        name: "FARREACH_AGENT",
        default: "auto",
        meaning: "path of farreach on other hosts, or auto: as here",
    },
    Setting {
        name: "FARREACH_HEARTBEAT",
        default: "10",
        meaning: "seconds of silence after which a host is lost, under other launchers as well; it survives cuts of up to half of that",
    },
    Setting {
        name: "FARREACH_START_TIMEOUT",
        default: "60",
        meaning: "seconds within which all hosts must answer when a job starts, and another launcher whatever it is asked",
    },
    Setting {
        name: "FARREACH_NODES_BY",
        default: "host",
        meaning: "what a node is under other launchers: host; container (the processes of a host that share network and process numbers)",
    },
    Setting {
        name: "FARREACH_LIBPMIX",
        default: "auto",
        meaning: "path of the library that speaks PMIx with Open MPI's and Slurm's launchers, or auto: the launcher's own, else the one \
                  that the loader finds",
    },
    Setting {
        name: "FARREACH_KEY_FILE",
        default: "none",
        meaning: "file of 16 to 4096 random bytes, the same on all hosts and readable by its owner alone, on which the job's key depends \
                  under other launchers; or none",
    },
    Setting {
        name: "FARREACH_PORTS",
        default: "any",
        meaning: "UDP ports of the soft device, as in 40000-40999, of which each process takes one; or any: the kernel chooses; under \
                  other launchers a node takes a TCP port of them as well",
    },
    Setting {
        name: "FARREACH_DSCP",
        default: "0",
        meaning: "class of service that the soft device's packets carry (DSCP, 0 to 63)",
    },
    Setting {
        name: "FARREACH_SECURE",
        default: "auto",
        meaning: "what guards datagrams: on (all are encrypted and authenticated), authentic (all are authenticated), auto (those between \
                  hosts are authenticated, those on the loopback interface are not), off (those between hosts have a CRC, which finds \
                  damage and no forgery)",
    },
    Setting {
        name: "FARREACH_MTU",
        default: "auto",
        meaning: "the most payload bytes of a full packet of the soft device, or auto; between hosts less where a path carries less",
    },
    Setting {
        name: "FARREACH_HELPER",
        default: "on",
        meaning: "asynchronous progress by a helper thread: on or off",
    },
    Setting {
        name: "FARREACH_PEER_TIMEOUT",
        default: "30",
        meaning: "seconds that a peer may be silent, though its process runs, before operations toward it fail",
    },
    Setting {
        name: "FARREACH_STALL",
        default: "60",
        meaning: "seconds after which a wait that does not end is reported on standard error; 0: never",
    },
    Setting {
        name: "FARREACH_DEADLOCK",
        default: "end",
        meaning: "a job of which no process can ever go on: end (saying what each waits in) or wait (for a debugger)",
    },
    Setting {
        name: "FARREACH_HANDSHAKES",
        default: "64",
        meaning: "connections that a process may have in the making at once",
    },
    Setting {
        name: "FARREACH_REACH",
        default: "rc",
        meaning: "other end of a connection: rc (a process), rc-msrq (a queue pair for each size of receive buffers as well), \
                  exrc (a process, over XRC), sxrc (a node, over XRC), server (a node's first process)",
    },
    Setting {
        name: "FARREACH_SETUP",
        default: "on-demand",
        meaning: "when connections are made: on-demand, predefined (on demand by the map with the fewest; sxrc), static (all at the start)",
    },
    Setting {
        name: "FARREACH_PROTOCOL",
        default: "overlap",
        meaning: "order of a set-up's steps: overlap (announce, both sides create at once, exchange) or serial (create, exchange)",
    },
    Setting {
        name: "FARREACH_SERVER",
        default: "blocking",
        meaning: "progress of data servers (reach server): blocking (sleep until a packet comes) or polling (take a core)",
    },
    Setting {
        name: "FARREACH_BUFFERS",
        default: "auto",
        meaning: "receive buffers of messages: one size, six sizes, six learned sizes, or auto: learned, with reach rc one",
    },
    Setting {
        name: "FARREACH_HYBRID_OPS",
        default: "0",
        meaning: "small puts and messages toward a peer that go in datagrams before a connection is made; 0: none do",
    },
    Setting {
        name: "FARREACH_HYBRID_BYTES",
        default: "16K",
        meaning: "bytes toward a peer that go in datagrams before a connection is made",
    },
    Setting {
        name: "FARREACH_QPS",
        default: "none",
        meaning: "the most connected queue pairs of a process: the least recently used makes room; or none, without limit",
    },
    Setting {
        name: "FARREACH_NODE_QPS",
        default: "none",
        meaning: "the same of all processes of a node together",
    },
    Setting {
        name: "FARREACH_QP_KEEP",
        default: "10",
        meaning: "milliseconds that a connection is kept at least before it makes room for another",
    },
    Setting {
        name: "FARREACH_PRECONNECT",
        default: "none",
        meaning: "connections made at the start: none, neighbours (the ranks before and after), file (FARREACH_CONNECT_FILE), all",
    },
    Setting {
        name: "FARREACH_CONNECT_FILE",
        default: "none",
        meaning: "file with the connections of an earlier run, as farreach run --record-connections writes it; or none",
    },
    Setting {
        name: "FARREACH_RECORD_CONNECTIONS",
        default: "off",
        meaning: "on: processes tell at their end whom they are connected to; farreach run --record-connections sets it",
    },
    Setting {
        name: "FARREACH_RECORD_PATTERN",
        default: "off",
        meaning: "on: processes tell at their end what they did toward whom; farreach run --record sets it",
    },
    Setting {
        name: "FARREACH_CREATE_COST",
        default: "0",
        meaning: "microseconds that making a queue pair takes longer, to see what other devices would do",
    },
    Setting {
        name: "FARREACH_TRANSITION_COST",
        default: "0",
        meaning: "microseconds that connecting a queue pair takes longer",
    },
    Setting {
        name: "FARREACH_CREATE_FAIL",
        default: "0",
        meaning: "fraction of queue pairs whose making is refused, to test (0 to 1)",
    },
    Setting {
        name: "FARREACH_UNDER_WAY",
        default: "256",
        meaning: "the most operations of one call that are under way at a time; a call with N blocks may have log2(N) more",
    },
    Setting {
        name: "FARREACH_ACCUMULATE",
        default: "auto",
        meaning: "who adds the numbers of accumulates between nodes: target (its adapter), lock (the caller locks, fetches, adds and \
                  puts), atomics (integers by an atomic each, the others as auto), or auto: target if the device can",
    },
    Setting {
        name: "FARREACH_COLLECTIVES",
        default: "hierarchical",
        meaning: "collectives' algorithms: hierarchical (inside the nodes, then between them), or flat (all processes alike)",
    },
    Setting {
        name: "FARREACH_DEBUG",
        default: "off",
        meaning: "on: members of each collective first compare what they call, sources of sends are looked at again at their end, and in C only symmetric sources will do; off; without it SHMEM_DEBUG turns it on",
    },
    Setting {
        name: "FARREACH_LOSS",
        default: "0",
        meaning: "fraction of arriving datagrams that the soft device drops, to test (0 to 0.9)",
    },
    Setting {
        name: "FARREACH_SOFT_WITHOUT",
        default: "none",
        meaning: "abilities that the soft device does without, to test what stands in for them where an adapter lacks them: keyed-check, \
                  lists, blocks, coherent-atomics, extended-atomics, sparse-regions, announced-writes, scatter-gather, several with commas, all or none",
    },
    Setting {
        name: "FARREACH_SEED",
        default: "random",
        meaning: "seed of queue pair numbers, keys and injected faults, or random",
    },
];
