//! GASNet-EX's core for C, alone and beside OpenSHMEM.

use std::fs;
use std::sync::OnceLock;

use crate::toolchain::{Program, compile_text, crate_folder, text};

fn program() -> &'static Program {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let source = crate_folder().join("tests/c/gasnet.c");
        let source = fs::read_to_string(source).expect("a source");
        let flags = ["-std=gnu11", "-DGASNET_PAR"];
        compile_text("gasnet.c", &source, &flags, &["-lgasnet", "-lpthread"])
    })
}

#[test]
fn messages_and_memory_in_every_placement() {
    let program = program();
    for (ranks, nodes) in [(1, 1), (2, 1), (2, 2), (5, 2), (8, 3)] {
        let output = program.run(ranks, nodes, &[]);
        assert!(
            output.status.success(),
            "{ranks} on {nodes}: {}",
            text(&output)
        );
        assert_eq!(output.stdout, "good\n".repeat(ranks as usize).as_bytes());
    }
}

#[test]
fn mistakes_end_the_job_with_the_limit() {
    let program = program();
    for (mistake, told) in [
        ("medium", "bytes, but a medium message carries at most"),
        ("handler", "wants handler 130, which is not registered here"),
        (
            "rank",
            "gex_AM_RequestShort: there is no rank 3: there are 3, numbered from 0",
        ),
        ("segment", "gex_RMA_PutNB: 8 bytes at"),
    ] {
        let output = program.run(3, 2, &[mistake]);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{mistake}: {}",
            text(&output)
        );
        assert!(text(&output).contains(told), "{mistake}: {}", text(&output));
    }
    let output = program.run(3, 2, &["exit"]);
    assert_eq!(output.status.code(), Some(7), "{}", text(&output));
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
