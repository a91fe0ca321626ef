//! GASNet-EX's core for C, alone and beside OpenSHMEM.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;
use std::sync::OnceLock;

use crate::toolchain::{Program, compile_text, crate_folder, has_cxx, prefix, scratch, text, tool};

/// The programs of `tests/c`, each compiled once.
static PROGRAMS: [(&str, OnceLock<Program>); 10] = [
    ("gasnet.c", OnceLock::new()),
    ("gasnet_core.c", OnceLock::new()),
    ("gasnet_prepared.c", OnceLock::new()),
    ("gasnet_teams.c", OnceLock::new()),
    ("gasnet_memory.c", OnceLock::new()),
    ("gasnet_one.c", OnceLock::new()),
    ("gasnet_polling.c", OnceLock::new()),
    ("gasnet_collectives.c", OnceLock::new()),
    ("gasnet_endpoints.c", OnceLock::new()),
    ("gasnet_private.c", OnceLock::new()),
];

fn program(name: &str) -> &'static Program {
    let known = PROGRAMS.iter().find(|(known, _)| *known == name);
    let (_, program) = known.expect("a program of the list");
    program.get_or_init(|| {
        let source = fs::read_to_string(crate_folder().join("tests/c").join(name));
        let flags = ["-std=gnu11", "-DGASNET_PAR"];
        compile_text(
            name,
            &source.expect("a source"),
            &flags,
            &["-lgasnet", "-lpthread"],
        )
    })
}

/// Runs a program on one node and on several.
fn runs_everywhere(name: &str) {
    for (ranks, nodes) in [(1, 1), (2, 1), (2, 2), (5, 2), (8, 3)] {
        let output = program(name).run(ranks, nodes, &[]);
        let told = text(&output);
        assert!(
            output.status.success(),
            "{name}, {ranks} on {nodes}: {told}"
        );
        assert_eq!(output.stdout, "good\n".repeat(ranks as usize).as_bytes());
    }
}

/// Each mistake ends the job with a line that says what is wrong.
fn mistakes_end(name: &str, mistakes: &[(&str, &str)]) {
    for (mistake, told) in mistakes {
        let output = program(name).run(3, 2, &[mistake]);
        let text = text(&output);
        assert_eq!(output.status.code(), Some(1), "{mistake}: {text}");
        assert!(text.contains(told), "{mistake}: {text}");
    }
}

#[test]
fn messages_and_memory_in_every_placement() {
    runs_everywhere("gasnet.c");
    let output = program("gasnet.c").run(3, 2, &["exit"]);
    assert_eq!(output.status.code(), Some(7), "{}", text(&output));
}

#[test]
fn mistakes_end_the_job_with_the_limit() {
    mistakes_end(
        "gasnet.c",
        &[
            (
                "medium",
                "gex_AM_RequestMedium: argument nbytes: 16385 bytes, but a medium message carries at most 16384",
            ),
            ("handler", "wants handler 130, which is not registered here"),
            (
                "rank",
                "gex_AM_RequestShort: there is no rank 3: there are 3, numbered from 0",
            ),
            ("segment", "gex_RMA_PutBlocking: 8 bytes at"),
        ],
    );
}

#[test]
fn objects_events_and_regions_in_every_placement() {
    runs_everywhere("gasnet_core.c");
}

#[test]
fn mistakes_with_objects_events_and_handlers() {
    mistakes_end(
        "gasnet_core.c",
        &[
            (
                "nested",
                "gex_NBI_BeginAccessRegion: called twice: access regions don't nest",
            ),
            ("unfinished", "gex_NBI_Wait: called in an access region"),
            (
                "region",
                "gex_NBI_EndAccessRegion: no access region was begun",
            ),
            (
                "no-op",
                "gex_Event_Wait: argument event: it is GEX_EVENT_NO_OP",
            ),
            ("leaf", "gex_Event_QueryLeaf: argument event_category"),
            (
                "lc",
                "gex_AM_RequestMedium: argument lc_opt: it is GEX_EVENT_NOW, GEX_EVENT_GROUP or",
            ),
            (
                "lc of a put",
                "gex_RMA_PutNB: argument lc_opt: it is GEX_EVENT_NOW, GEX_EVENT_DEFER or",
            ),
            (
                "value",
                "gex_RMA_PutBlockingVal: argument nbytes: a value has 1 to 8 bytes, not 9",
            ),
            (
                "team",
                "gex_RMA_PutBlocking: argument tm: it is GEX_TM_INVALID",
            ),
            (
                "translation",
                "gex_TM_TranslateRankToJobrank: there is no rank 3: there are 3",
            ),
            (
                "verbose",
                "gex_System_SetVerboseErrors: argument enable: 2, but it is 0 or 1",
            ),
            (
                "request in a handler",
                "gex_AM_RequestShort: called in a handler",
            ),
            ("poll in a handler", "gasnet_AMPoll: called in a handler"),
            (
                "second reply",
                "gex_AM_ReplyShort: the handler has replied already: it may reply once",
            ),
            (
                "entry",
                "gex_EP_RegisterHandlers: handler 0: wants up to 16 arguments",
            ),
        ],
    );
}

#[test]
fn negotiated_payload_in_every_placement() {
    runs_everywhere("gasnet_prepared.c");
}

#[test]
fn mistakes_with_negotiated_payload() {
    mistakes_end(
        "gasnet_prepared.c",
        &[
            (
                "least",
                "gex_AM_PrepareRequestMedium: argument least_payload: 16385 bytes, but it is at most 16384",
            ),
            (
                "lc",
                "gex_AM_PrepareRequestMedium: argument lc_opt: it is NULL if client_buf is NULL",
            ),
            (
                "arguments",
                "gex_AM_PrepareRequestMedium: argument numargs: 17 arguments, but a message has at most 16",
            ),
            (
                "reply as request",
                "gex_AM_CommitRequestMedium: argument sd: it comes from gex_AM_PrepareReplyMedium",
            ),
            (
                "second reply",
                "gex_AM_PrepareReplyMedium: the handler has replied already",
            ),
            (
                "second",
                "gex_AM_PrepareRequestMedium: the thread has prepared a message already",
            ),
            (
                "large",
                "gex_AM_CommitRequestLong: argument nbytes: 101 bytes, but the message was prepared for 100",
            ),
            (
                "count",
                "gex_AM_CommitRequestLong: 2 arguments, but 1 were prepared",
            ),
            ("dest", "gex_AM_CommitRequestLong: argument dest_addr: "),
            (
                "twice",
                "gex_AM_CancelRequestLong: argument sd: this thread has prepared no message",
            ),
        ],
    );
}

#[test]
fn teams_and_collectives_in_every_placement() {
    runs_everywhere("gasnet_teams.c");
}

#[test]
fn mistakes_with_teams_and_collectives() {
    mistakes_end(
        "gasnet_teams.c",
        &[
            (
                "rank",
                "gex_AM_RequestShort: there is no rank 1: there are 1, numbered from 0",
            ),
            (
                "pair",
                "gex_RMA_PutBlocking: endpoint 3 of rank 0 has no segment that this process knows",
            ),
            (
                "pair as a team",
                "gex_Coll_BarrierNB: argument tm: it is a pair of endpoints",
            ),
            (
                "color",
                "gex_TM_Split: argument color: -1, but it is 0 or more",
            ),
            (
                "destroy",
                "gex_TM_Destroy: argument tm: the team of gex_Client_Init stays",
            ),
            (
                "root",
                "gex_Coll_BroadcastNB: argument root: there is no rank 1: there are 1",
            ),
            (
                "size",
                "gex_Coll_ReduceToAllNB: argument dt_sz: 4, but the type has 8 bytes",
            ),
            ("operation", "gex_Coll_ReduceToAllNB: argument op: 0x40000"),
            (
                "function",
                "gex_Coll_ReduceToAllNB: argument op: a type of the program wants",
            ),
            (
                "member",
                "gex_TM_Create: argument args: rank 1 with endpoint 0, but there are 1 ranks",
            ),
            ("twice", "gasnet_barrier_notify: called twice"),
            ("wait", "gasnet_barrier_wait: no barrier was begun"),
        ],
    );
}

#[test]
fn pieces_and_atomics_in_every_placement() {
    runs_everywhere("gasnet_memory.c");
}

#[test]
fn mistakes_with_pieces_and_atomics() {
    mistakes_end(
        "gasnet_memory.c",
        &[
            ("operations", "gex_AD_Create: argument ops: 0xc"),
            ("type", "gex_AD_Create: argument dt: 0x40"),
            (
                "operation",
                "gex_AD_OpNB: argument opcode: 0x10 is not one of the domain's operations, 0x8",
            ),
            ("rank", "gex_AD_OpNB: there is no rank 3: there are 3"),
            ("alignment", "is misaligned: offsets must be multiples of 4"),
            (
                "lengths",
                "gex_VIS_VectorPut: the destination and the source differ",
            ),
            (
                "place",
                "are not in the segment of rank 1, 1048576 bytes at",
            ),
            (
                "message",
                "gex_VIS_SetPeerCompletionHandler: argument nbytes: 128, but",
            ),
        ],
    );
}

#[test]
fn names_of_gasnet_1_in_every_placement() {
    runs_everywhere("gasnet_one.c");
}

#[test]
fn collectives_and_pieces_of_gasnet_1_in_every_placement() {
    runs_everywhere("gasnet_collectives.c");
}

#[test]
fn segments_of_several_endpoints_in_every_placement() {
    runs_everywhere("gasnet_endpoints.c");
    let output = program("gasnet_endpoints.c").run(2, 2, &[]);
    let told = text(&output);
    for reason in [
        "gex_Segment_Create: argument address: 8 bytes at",
        "is a thread's stack: give memory of malloc",
        "gex_Segment_Create: wants a place for its result, a length above 0, which is 0",
        "set FARREACH_HEAP to",
        "gex_EP_Create: argument capabilities: 0x8, but",
        "gex_MK_Create: argument args: class CUDA_UVA, but",
    ] {
        assert!(told.contains(reason), "{reason}: {told}");
    }
}

/// The kernel has to permit userfaultfd, which containers may not.
#[test]
fn segments_of_private_memory_in_every_placement() {
    let output = program("gasnet_private.c").run(1, 1, &[]);
    let told = text(&output);
    if told.contains("by userfaultfd failed") {
        assert!(told.contains("must permit it"), "{told}");
        eprintln!("not tested: {told}");
        return;
    }
    runs_everywhere("gasnet_private.c");
    let output = program("gasnet_private.c").run(2, 2, &[]);
    let told = text(&output);
    for reason in [
        "is not mapped: give memory of malloc",
        "is a thread's stack: give memory of malloc",
        "is shared, as a page of another segment is, or may not be written: give memory of malloc",
    ] {
        assert!(told.contains(reason), "{reason}: {told}");
    }
}

#[test]
fn mistakes_with_segments_and_endpoints() {
    mistakes_end(
        "gasnet_endpoints.c",
        &[
            (
                "bound",
                "gex_Segment_Destroy: argument segment: an endpoint has it bound",
            ),
            (
                "unpublished",
                "has no segment that this process knows: bind one, and call gex_EP_PublishBoundSegment",
            ),
            ("endpoint", "gex_RMA_PutBlockingVal: endpoint 5 of rank"),
            (
                "index",
                "argument tm: a pair with endpoint 33, but a process has at most 33",
            ),
        ],
    );
}

/// The tools are headers alone: their programs need no library of ours, in C and C++, with threads and
/// without.
#[test]
fn tools_alone() {
    let source = fs::read_to_string(crate_folder().join("tests/c/gasnet_tools.c"));
    let source = source.expect("a source");
    let in_c = ["-DGASNETT_THREAD_SAFE=1", "-DGASNETT_THREAD_SINGLE=1"]
        .map(|mode| ("gasnet_tools.c", vec!["-std=gnu11", mode]));
    let in_cxx = has_cxx().then(|| ("gasnet_tools.cpp", vec!["-std=gnu++11"]));
    for (name, flags) in in_c.into_iter().chain(in_cxx) {
        let program = compile_text(name, &source, &flags, &["-lpthread"]);
        let run = |argument: &str| {
            let mut command = Command::new(program.path());
            command.env_remove("GASNET_BACKTRACE").arg(argument);
            command.output().expect("the program")
        };
        let output = run("");
        assert!(output.status.success(), "{name}: {}", text(&output));
        assert_eq!(output.stdout, b"good\n");
        for (argument, told) in [
            ("fatal", "in main at "),
            ("fatal", ": the value is 5\n"),
            ("fatal-nopos", "): the value is 6\n"),
            (
                "setting",
                "the environment has A_SIZE=many, but it is a number with a unit",
            ),
        ] {
            let output = run(argument);
            assert_eq!(output.status.signal(), Some(libc::SIGABRT), "{argument}");
            assert!(
                text(&output).contains(told),
                "{argument}: {}",
                text(&output)
            );
        }
        assert_eq!(run("kill").status.code(), Some(9));
        let shown = "farreach: setting A_SIZE = 4 KB (default)\nfarreach: setting A_FACTOR = 0.5\n\
                     farreach: setting A_NAME = x (default)\n";
        assert_eq!(String::from_utf8_lossy(&run("verbose").stderr), shown);
    }
}

/// In each threading mode, in C and C++.
#[test]
fn values_as_text_in_every_mode() {
    let source = fs::read_to_string(crate_folder().join("tests/c/gasnet_formats.c"));
    let source = source.expect("a source");
    for mode in ["-DGASNET_SEQ", "-DGASNET_PAR", "-DGASNET_PARSYNC"] {
        for (name, standard) in [
            ("gasnet_formats.c", "-std=gnu11"),
            ("gasnet_formats.cpp", "-std=gnu++11"),
        ] {
            if name.ends_with("pp") && !has_cxx() {
                continue;
            }
            let libraries = ["-lgasnet", "-lpthread"];
            let program = compile_text(name, &source, &[standard, mode], &libraries);
            let output = program.run(2, 1, &[]);
            assert!(output.status.success(), "{name} {mode}: {}", text(&output));
            let output = program.run(1, 1, &["diagnostics"]);
            assert_eq!(output.status.code(), Some(5), "{}", text(&output));
            let told = "gasnett_run_diagnostics: it checks GASNet's own code, which is not in this library";
            assert!(text(&output).contains(told), "{}", text(&output));
        }
    }
}

/// Makefiles include the fragments of the conduit and of the tools; pkg-config knows their names.
#[test]
fn makefile_fragments_and_pkg_config() {
    let folder = scratch().join(format!("fragments-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let body = r#"
        #include <gasnetex.h>
        int main(int count, char **arguments)
        {
            gex_Client_t client;
            gex_EP_t ep;
            gex_TM_t team;
            gex_Client_Init(&client, &ep, &team, "MADE", &count, &arguments, 0);
            puts(strstr(GASNET_CONFIG_STRING, "THREADMODEL=" MODE ",") ? "good" : "bad");
            gasnet_exit(0);
        }"#;
    let of_tools = r#"
        #include <gasnet_tools.h>
        int main(void) { puts(strstr(GASNETT_CONFIG_STRING, MODE) && gasnett_cpu_count() > 0 ? "good" : "bad"); return 0; }"#;
    fs::write(folder.join("program.c"), body).expect("a source");
    fs::write(folder.join("tools.c"), of_tools).expect("a source");
    let has = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let run = |command: &mut Command| {
        let output = command.current_dir(&folder).output().expect("a command");
        assert!(output.status.success(), "{command:?}: {}", text(&output));
        output.stdout
    };
    let include = prefix().join("include");
    for (mode, threads) in [("seq", "SEQ"), ("par", "PAR"), ("parsync", "PARSYNC")] {
        let fragment = include.join(format!("farreach-conduit/farreach-{mode}.mak"));
        let makefile = format!(
            "include {}\nMANUAL_DEFINES = -DMODE='\"{threads}\"'\n\
             run-{mode}: program-{mode}\n\t@$(GASNET_RUN) -n 2 ./program-{mode}\n\
             program-{mode}: program-{mode}.o\n\t@$(GASNET_LD) $(GASNET_LDFLAGS) -o $@ $< $(GASNET_LIBS)\n\
             program-{mode}.o: program.c\n\t@$(GASNET_CC) $(GASNET_CPPFLAGS) $(GASNET_CFLAGS) -c -o $@ $<\n",
            fragment.display()
        );
        fs::write(folder.join("Makefile"), makefile).expect("a makefile");
        if has("make") {
            assert_eq!(run(&mut Command::new("make")), b"good\ngood\n");
        }
        if has("pkg-config") {
            let mut command = Command::new("pkg-config");
            command.env("PKG_CONFIG_PATH", prefix().join("lib/pkgconfig"));
            command.args(["--cflags", "--libs", &format!("gasnet-farreach-{mode}")]);
            let flags = String::from_utf8(run(&mut command)).expect("flags");
            assert!(flags.contains(&format!("-DGASNET_{threads} ")), "{flags}");
            let mut cc = Command::new("cc");
            cc.arg(format!("-DMODE=\"{threads}\"")).arg("program.c");
            run(cc.args(flags.split_whitespace()));
            assert_eq!(run(Command::new(tool("oshrun")).arg("./a.out")), b"good\n");
        }
    }
    for (mode, threads) in [("seq", "SEQ"), ("par", "PAR")] {
        let fragment = include.join(format!("gasnet_tools-{mode}.mak"));
        let makefile = format!(
            "include {}\nMANUAL_DEFINES = -DMODE='\"{threads}\"'\n\
             run: tools-{mode}\n\t@./tools-{mode}\n\
             tools-{mode}: tools.c\n\
             \t@$(GASNETTOOLS_CC) $(GASNETTOOLS_CPPFLAGS) $(GASNETTOOLS_CFLAGS) -o $@ $< $(GASNETTOOLS_LIBS)\n",
            fragment.display()
        );
        fs::write(folder.join("Makefile"), makefile).expect("a makefile");
        if has("make") {
            assert_eq!(run(Command::new("make").arg("run")), b"good\n");
        }
    }
    fs::remove_dir_all(&folder).expect("the folder");
}

/// A program in C++ sends messages by names with and without their number of arguments.
#[test]
fn a_program_in_cxx() {
    if !has_cxx() {
        return;
    }
    let body = r#"
        #include <gasnetex.h>
        static volatile int sum;
        static void on_add(gex_Token_t, void *, size_t bytes, gex_AM_Arg_t a, gex_AM_Arg_t b) { sum = sum + a * b + int(bytes); }
        int main(int count, char **arguments)
        {
            gex_Client_t client;
            gex_EP_t ep;
            gex_TM_t team;
            gex_Client_Init(&client, &ep, &team, "CXX", &count, &arguments, 0);
            gex_AM_Entry_t entry = {0, gex_AM_Fn_t(on_add), GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 2, nullptr, "add"};
            gex_EP_RegisterHandlers(ep, &entry, 1);
            gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
            gex_Rank_t right = (gex_TM_QueryRank(team) + 1) % gex_TM_QuerySize(team);
            gex_AM_RequestMedium(team, right, entry.gex_index, arguments, 4, GEX_EVENT_NOW, 0, 5, 6);
            gex_AM_RequestMedium2(team, right, entry.gex_index, arguments, 4, GEX_EVENT_NOW, 0, 7, 8);
            GASNET_BLOCKUNTIL(sum == 94);
            gex_Coll_BarrierBlocking(team, 0);
            gasnet_exit(0);
        }"#;
    let flags = ["-std=c++11", "-DGASNET_PAR"];
    let program = compile_text("gasnet.cpp", body, &flags, &["-lgasnet", "-lpthread"]);
    let output = program.run(3, 2, &[]);
    assert!(output.status.success(), "{}", text(&output));
}

/// Both libraries in one program, initialised in either order.
#[test]
fn one_world_for_both_models() {
    let body = r#"
        #include <gasnetex.h>
        #include <shmem.h>
        static long word;
        static volatile int called;
        static void on_call(gex_Token_t token) { (void)token; called = 1; }
        static gex_TM_t team;
        static gex_EP_t ep;
        static void gasnet(void) { gex_Client_t client; gex_Client_Init(&client, &ep, &team, "BOTH", NULL, NULL, 0); }
        int main(int count, char **arguments)
        {
            int first = count > 1 && !strcmp(arguments[1], "gasnet");
            if (first) gasnet();
            shmem_init();
            if (!first) gasnet();
            int me = shmem_my_pe(), all = shmem_n_pes();
            gex_AM_Entry_t entry = {0, (gex_AM_Fn_t)on_call, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "call"};
            gex_EP_RegisterHandlers(ep, &entry, 1);
            shmem_barrier_all();
            shmem_long_p(&word, me + 1, (me + 1) % all);
            gex_AM_RequestShort0(team, (me + 1) % all, entry.gex_index, 0);
            if (me % 2) GASNET_BLOCKUNTIL(called); else shmem_long_wait_until(&word, SHMEM_CMP_NE, 0);
            shmem_barrier_all();
            GASNET_BLOCKUNTIL(called);
            int good = word == (me + all - 1) % all + 1 && (int)gex_TM_QueryRank(team) == me;
            puts(good ? "good" : "bad");
            shmem_finalize();
            gasnet_exit(!good);
        }"#;
    let flags = ["-std=gnu11", "-DGASNET_PAR"];
    let program = compile_text("both.c", body, &flags, &["-lgasnet", "-lpthread"]);
    for first in ["gasnet", "shmem"] {
        for (ranks, nodes) in [(3, 1), (4, 2)] {
            let output = program.run(ranks, nodes, &[first]);
            assert!(output.status.success(), "{first}: {}", text(&output));
            assert_eq!(output.stdout, "good\n".repeat(ranks as usize).as_bytes());
        }
    }
}

#[test]
fn processes_that_poll_leave_their_core_to_others() {
    for nodes in [1, 2] {
        let output = program("gasnet_polling.c").run(4, nodes, &[]);
        assert!(output.status.success(), "{}", text(&output));
    }
}
