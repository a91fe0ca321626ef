//! GASNet-EX's core for C, alone and beside OpenSHMEM.

use std::fs;
use std::sync::OnceLock;

use crate::toolchain::{Program, compile_text, crate_folder, has_cxx, text};

/// The programs of `tests/c`, each compiled once.
static PROGRAMS: [(&str, OnceLock<Program>); 7] = [
    ("gasnet.c", OnceLock::new()),
    ("gasnet_core.c", OnceLock::new()),
    ("gasnet_prepared.c", OnceLock::new()),
    ("gasnet_teams.c", OnceLock::new()),
    ("gasnet_memory.c", OnceLock::new()),
    ("gasnet_one.c", OnceLock::new()),
    ("gasnet_polling.c", OnceLock::new()),
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
                "gex_AM_RequestMedium: 16393 bytes, but a medium message carries at most 16392",
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
                "gex_AM_PrepareRequestMedium: argument least_payload: 16393 bytes, but it is at most 16392",
            ),
            (
                "lc",
                "gex_AM_PrepareRequestMedium: argument lc_opt: it is NULL if client_buf is NULL",
            ),
            (
                "arguments",
                "gex_AM_PrepareRequestMedium: argument numargs: 17, but a message has at most 16",
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
                "gex_AM_CommitRequestLong: argument nbytes: 101, but the prepared message has 100",
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
                "gex_RMA_PutBlocking: argument tm: a pair with endpoint 3, but a process has 1",
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
