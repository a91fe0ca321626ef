//! The start of programs, their connections, and their end.

use crate::toolchain::{Program, compile, compile_text, scratch, text, tool};

use std::fs;
use std::process::Command;

#[test]
fn a_ring_of_puts_goes_round_in_every_placement() {
    for standard in ["-std=c99", "-std=c11"] {
        let program = compile("ring.c", &[standard, "-pedantic"]);
        for (pes, nodes) in [(1, 1), (4, 1), (4, 4), (5, 2)] {
            let output = program.run(pes, nodes, &[]);
            assert!(output.status.success(), "{}", text(&output));
            let lines = String::from_utf8_lossy(&output.stdout);
            let mut lines: Vec<&str> = lines.lines().collect();
            lines.sort_unstable();
            let wanted: Vec<String> = (0..pes).map(|pe| format!("{pe} of {pes}: good")).collect();
            assert_eq!(lines, wanted, "{}", text(&output));
            assert!(output.stderr.is_empty(), "{}", text(&output));
        }
    }
}

/// A program with this body of its main function.
fn program(name: &str, body: &str) -> Program {
    let text = format!(
        "#include <shmemx.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(void)\n{{\n{body}\n}}\n"
    );
    compile_text(name, &text, &["-std=c11"], &[])
}

#[test]
fn a_program_s_status_is_the_job_s() {
    let exits = program(
        "exits.c",
        "shmem_init(); int me = shmem_my_pe(); static int never;
         if (me == 1) { printf(\"last words\"); shmem_global_exit(EXIT_STATUS); }
         shmem_int_wait_until(&never, SHMEM_CMP_EQ, 1); return 9;"
            .replace("EXIT_STATUS", "getenv(\"WELL\") ? 0 : 42")
            .as_str(),
    );
    for (options, status) in [(&["-x", "WELL=1"][..], 0), (&[], 42)] {
        let output = exits.run_with(3, 1, options, &[]);
        assert_eq!(output.status.code(), Some(status), "{}", text(&output));
        assert_eq!(output.stdout, b"last words", "{}", text(&output));
        assert!(output.stderr.is_empty(), "{}", text(&output));
    }
}

#[test]
fn the_library_is_finalized_at_exit_and_can_be_initialised_again() {
    let forgets = program(
        "forgets.c",
        "start_pes(0); static int word; shmem_int_p(&word, 1, (_my_pe() + 1) % _num_pes());
         shmem_int_wait_until(&word, SHMEM_CMP_EQ, 1); exit(0);",
    );
    let again = program(
        "again.c",
        "int is = 1; shmem_query_initialized(&is); if (is) return 2;
         for (int i = 0; i < 3; i++) {
             shmem_init(); shmem_init(); shmem_finalize();
             long *block = shmem_calloc(1 << 20, 8); if (!block) return 3;
             for (int j = 0; j < 1 << 20; j++) if (block[j]++) return 4;
             shmem_query_initialized(&is); if (!is) return 5;
             shmem_finalize();
             shmem_query_initialized(&is); if (is) return 6;
             shmem_finalize();
         } return 0;",
    );
    for (program, nodes) in [(&forgets, 1), (&forgets, 3), (&again, 1), (&again, 3)] {
        let output = program.run_with(3, nodes, &["-x", "SHMEM_SYMMETRIC_SIZE=10m"], &[]);
        assert!(output.status.success(), "{}", text(&output));
    }
}

/// This includes operations on contexts that the program leaves to the finalisation.
#[test]
fn what_was_begun_is_complete_when_the_library_is_finalized() {
    let leaves = program(
        "leaves.c",
        "enum { COUNT = 1 << 19 }; static long there[COUNT], here[COUNT]; int provided; shmem_ctx_t ctx;
         shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided); int me = shmem_my_pe();
         for (int i = 0; i < COUNT; i++) here[i] = me + i + 1;
         if (shmem_ctx_create(SHMEM_CTX_SERIALIZED, &ctx)) return 2;
         shmem_ctx_long_put_nbi(ctx, there, here, COUNT, 1 - me);
         shmem_finalize();
         for (int i = 0; i < COUNT; i++) if (there[i] != 1 - me + i + 1) return 3;
         return 0;",
    );
    for nodes in [1, 2] {
        let output = leaves.run(2, nodes, &[]);
        assert!(output.status.success(), "{}", text(&output));
    }
}

#[test]
fn a_collective_that_waits_for_long_is_reported() {
    let late = program(
        "late.c",
        "shmem_init(); double begun = shmemx_wtime();
         while (shmem_my_pe() == 1 && shmemx_wtime() - begun < 3) ;
         shmem_sync_all(); shmem_finalize(); return 0;",
    );
    // Possibly with a core for each PE, and with fewer.
    for pes in [2, 3] {
        let output = late.run_with(pes, 1, &["-x", "FARREACH_STALL=0.5"], &[]);
        assert!(output.status.success(), "{}", text(&output));
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(
            told.contains("rank 0 on node 0 has waited") && told.contains("s in shmem_sync_all"),
            "{}",
            text(&output)
        );
    }
}

#[test]
fn what_the_environment_asks_for_is_done() {
    let asks = program(
        "asks.c",
        "shmem_init(); double begun = shmemx_wtime();
         if (shmem_malloc(3 << 20) != NULL) return 1;
         if (shmem_malloc(1 << 20) == NULL) return 2;
         shmemx_stats_t stats; shmemx_stats(&stats);
         if (stats.heap_bytes < 1 << 20 || stats.init_seconds <= 0) return 3;
         if (shmemx_wtime() < begun) return 4;
         void *line = shmem_align(1 << 21, 8);
         if ((uintptr_t)line % (1 << 21)) return 5;
         shmem_finalize(); return 0;",
    );
    let options = [
        "-x",
        "SHMEM_SYMMETRIC_SIZE=2.5m",
        "-x",
        "SHMEM_VERSION=1",
        "-x",
        "SHMEM_INFO=",
    ];
    let output = asks.run_with(2, 1, &options, &[]);
    assert!(output.status.success(), "{}", text(&output));
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        told.matches("OpenSHMEM 1.6").count(),
        1,
        "{}",
        text(&output)
    );
    assert_eq!(
        told.matches("SHMEM_SYMMETRIC_SIZE").count(),
        1,
        "{}",
        text(&output)
    );
}

#[test]
fn oshrun_understands_what_users_of_others_say() {
    let program = program(
        "says.c",
        "shmem_init(); if (shmem_my_pe() == 0) printf(\"%d %s\\n\", shmem_n_pes(), getenv(\"SAY\")); shmem_finalize(); return 0;",
    );
    let options = [
        "-np",
        "2",
        "-x",
        "SAY=hello",
        "--oversubscribe",
        "--mca",
        "btl",
        "self",
        "-H",
        "localhost:2",
    ];
    let mut command = Command::new(tool("oshrun"));
    let output = command.args(options).arg(program.path()).output();
    let output = output.expect("oshrun");
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(output.stdout, b"2 hello\n");
    let version = Command::new(tool("oshrun")).arg("--version").output();
    let version = version.expect("oshrun");
    assert!(
        version.status.success() && !version.stdout.is_empty(),
        "{}",
        text(&version)
    );
}

#[test]
fn processes_begin_in_the_folder_that_is_asked_for() {
    let program = program(
        "wdir.c",
        "shmem_init(); char *pwd = getenv(\"PWD\"); FILE *here = fopen(\"there\", \"r\");
         if (here && shmem_my_pe() == 1) printf(\"%s\\n\", pwd);
         shmem_finalize(); return !here;",
    );
    let folder = scratch().join(format!("wdir-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("there"), "").expect("a file");
    fs::copy(program.path(), folder.join("moved")).expect("a copy");
    let whole = folder.canonicalize().expect("its path");
    let parent = whole.parent().expect("a folder around it");
    let relative = whole.file_name().expect("a name");
    for option in ["-wdir", "--wdir", "-wd", "--wd"] {
        for name in [
            program.path().as_os_str(),
            "./moved".as_ref(),
            "moved".as_ref(),
        ] {
            let mut command = Command::new(tool("oshrun"));
            command
                .current_dir(parent)
                .args(["-n", "2", "--nodes", "2", option]);
            let output = command.arg(relative).arg(name).output().expect("oshrun");
            assert!(output.status.success(), "{}", text(&output));
            let told = String::from_utf8_lossy(&output.stdout);
            assert_eq!(told.trim_end(), whole.to_str().expect("UTF-8"));
        }
    }
    fs::remove_dir_all(&folder).expect("made here");
    for missing in [folder.as_path(), program.path()] {
        let missing = missing.to_str().expect("UTF-8");
        let output = program.run_with(2, 1, &["-wdir", missing], &[]);
        let told = text(&output);
        assert!(
            output.status.code() == Some(2)
                && told.contains("there is no folder")
                && told.contains(missing),
            "{told}"
        );
    }
}

#[test]
fn an_empty_variable_is_no_variable() {
    let program = program("empty.c", "shmem_init(); shmem_finalize(); return 0;");
    for name in [
        "SHMEM_SYMMETRIC_SIZE",
        "SMA_SYMMETRIC_SIZE",
        "FARREACH_HEAP",
        "FARREACH_REACH",
        "FARREACH_SEED",
    ] {
        let output = program.run_with(2, 2, &["-x", &format!("{name}=")], &[]);
        assert!(output.status.success(), "{name}: {}", text(&output));
        assert!(output.stderr.is_empty(), "{name}: {}", text(&output));
    }
}

#[test]
fn a_limit_of_address_space_is_named() {
    let program = program("space.c", "shmem_init(); shmem_finalize(); return 0;");
    let script = "ulimit -v 4000000; exec \"$0\"";
    for (globals, status) in [("4G", 1), ("64M", 0)] {
        let mut command = Command::new(tool("oshrun"));
        command.args(["-n", "2", "--nodes", "2", "--heap", "64M"]);
        command.args(["-x", &format!("FARREACH_GLOBALS={globals}")]);
        let output = command
            .args(["sh", "-c", script])
            .arg(program.path())
            .output();
        let output = output.expect("oshrun");
        assert_eq!(output.status.code(), Some(status), "{}", text(&output));
        let is_told = text(&output).contains("of address space, which a limit");
        assert_eq!(is_told, status != 0, "{}", text(&output));
    }
}

/// Before the library has descriptors, when it has connections, and when it has none.
#[test]
fn descriptors_that_the_program_closes_are_named() {
    let program = program(
        "closes.c",
        "static long word; char *when = getenv(\"WHEN\");
         if (*when == 'b') for (int fd = 3; fd < 1024; fd++) close(fd);
         shmem_init(); int next = (shmem_my_pe() + 1) % shmem_n_pes();
         if (*when == 'c') { shmem_long_p(&word, 1, next); shmem_barrier_all(); }
         if (*when != 'b') for (int fd = 3; fd < 1024; fd++) close(fd);
         if (*when == 'm' && !shmem_malloc(1 << 20)) return 2;
         shmem_long_p(&word, 1, next); shmem_barrier_all(); shmem_finalize(); return 0;",
    );
    for (when, said) in [
        ("before", "perhaps the program itself"),
        (
            "after",
            "the program closes descriptors that it has not opened",
        ),
        (
            "memory",
            "the program closes descriptors that it has not opened",
        ),
        (
            "connected",
            "the program closes descriptors that it has not opened",
        ),
    ] {
        for nodes in [1, 2] {
            let when = format!("WHEN={when}");
            let output = program.run_with(4, nodes, &["-x", &when], &[]);
            let told = text(&output);
            assert!(
                output.status.code() == Some(1) && told.contains(said),
                "{when} on {nodes} nodes: {told}"
            );
        }
    }
}

#[test]
fn a_process_refuses_to_be_alone_where_another_launcher_wanted_several() {
    let alone = program(
        "alone.c",
        "shmem_init(); printf(\"%d\\n\", shmem_n_pes()); shmem_finalize(); return 0;",
    );
    for rank in ["0", "1"] {
        let mut command = Command::new(alone.path());
        let output = command.env("PMI_SIZE", "2").env("PMI_RANK", rank).output();
        let output = output.expect("the program");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && output.stdout.is_empty(),
            "{}",
            text(&output)
        );
        assert!(told.contains("oshrun -np 2"), "{}", text(&output));
    }
}

#[test]
fn the_compiler_shows_what_it_would_run_and_refuses_what_can_t_start() {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(tool(program)).args(arguments).output();
        let output = output.expect(program);
        assert!(output.status.success(), "{}", text(&output));
        String::from_utf8(output.stdout).expect("text")
    };
    let shown = |arguments: &[&str]| said("oshcc", arguments);
    let whole = shown(&["--showme", "a.c", "-o", "a"]);
    assert!(
        whole.contains(" a.c -o a -L") && whole.contains("-lshmem"),
        "{whole}"
    );
    let compiles = shown(&["-c", "-show", "a.c"]);
    assert!(
        compiles.contains(" -c a.c") && !compiles.contains("-lshmem"),
        "{compiles}"
    );
    assert!(shown(&["--showme:compile"]).starts_with("-I"));
    assert!(shown(&["--showme:incdirs"]).starts_with('/'));
    assert_eq!(shown(&["-showme:libs"]), "shmem\n");
    // As MPICH's compiler wrappers have it.
    let other = said("mpicc", &["-cc=other", "-show", "-c", "a.c"]);
    assert!(other.starts_with("other -I"), "{other}");
    assert!(said("mpicc", &["-help"]).starts_with("Usage: mpicc "));
    // Names that Open MPI's compiler wrappers have, too.
    for (other, compiler) in [
        ("shmemcc", "cc"),
        ("oshCC", "c++"),
        ("oshcxx", "c++"),
        ("shmemfort", "gfortran"),
    ] {
        assert_eq!(
            said(other, &["--showme:command"]).trim(),
            compiler,
            "{other}"
        );
    }
    assert_eq!(
        said("shmemrun", &["-n", "2", "/bin/echo", "here"]),
        "here\nhere\n"
    );
    let refused = Command::new(tool("oshcc"))
        .args(["-static-pie", "a.c"])
        .output();
    let refused = refused.expect("oshcc");
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("use -static or -pie"));
}

#[test]
fn no_descriptor_of_the_library_has_the_number_of_a_closed_stream() {
    let program = compile("closed_streams.c", &["-std=gnu11"]);
    for (pes, nodes) in [(1, 1), (2, 1), (2, 2)] {
        let file = scratch().join(format!("closed-{}-{nodes}", std::process::id()));
        let name = file.to_str().expect("a path in UTF-8");
        let output = program.run(pes, nodes, &[name]);
        let said = fs::read_to_string(&file).expect("what the processes say");
        assert!(output.status.success(), "{said}{}", text(&output));
        for pe in 0..pes {
            assert!(said.contains(&format!("PE {pe} is right")), "{said}");
        }
        fs::remove_file(&file).expect("the file");
    }
}
