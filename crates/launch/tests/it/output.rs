//! Standard output and error of the ranks.

use std::io::Read;
use std::time::Duration;

use crate::support::{cpu_ticks, run, start_piped, wait_for};

#[test]
fn ranks_know_who_they_are_and_lines_are_labelled() {
    let script =
        "echo $FARREACH_RANK/$FARREACH_SIZE on $FARREACH_NODE, $PROBE_VARIABLE; echo err >&2";
    let ended = run(&["4", "2", "--label", "sh", "-c", script]);
    assert_eq!(ended.code(), 0);
    let expected: Vec<String> = (0..4)
        .map(|rank| format!("[{rank}] {rank}/4 on {}, set by the launcher", rank / 2))
        .collect();
    assert_eq!(ended.lines(), expected);
    let mut errors: Vec<&str> = ended.stderr.lines().collect();
    errors.sort_unstable();
    assert_eq!(errors, ["[0] err", "[1] err", "[2] err", "[3] err"]);
}

#[test]
fn nothing_but_the_variables_of_the_launcher_is_added_to_the_environment() {
    let ended = run(&["1", "1", "env"]);
    let mut added: Vec<String> = (ended.lines().iter())
        .filter_map(|line| Some(line.split_once('=')?.0.to_owned()))
        .filter(|name| std::env::var_os(name).is_none() && !name.starts_with("PROBE_"))
        .collect();
    added.sort();
    assert_eq!(
        added,
        [
            "FARREACH_JOB_FD",
            "FARREACH_NODE",
            "FARREACH_RANK",
            "FARREACH_SIZE",
            "MPI_LOCALNRANKS",
            "MPI_LOCALRANKID",
            "OMPI_COMM_WORLD_LOCAL_RANK",
            "OMPI_COMM_WORLD_LOCAL_SIZE",
            "OMPI_COMM_WORLD_RANK",
            "OMPI_COMM_WORLD_SIZE",
            "OMPI_UNIVERSE_SIZE",
            "PMI_RANK",
            "PMI_SIZE",
        ]
    );
}

#[test]
fn ranks_find_their_places_by_variables_of_other_launchers() {
    let script = "echo $OMPI_COMM_WORLD_RANK/$OMPI_COMM_WORLD_SIZE, \
                  $OMPI_COMM_WORLD_LOCAL_RANK/$OMPI_COMM_WORLD_LOCAL_SIZE, $OMPI_UNIVERSE_SIZE, \
                  $PMI_RANK/$PMI_SIZE, $MPI_LOCALRANKID/$MPI_LOCALNRANKS";
    let ended = run(&["4", "2", "--label", "sh", "-c", script]);
    let expected: Vec<String> = (0..4)
        .map(|rank| {
            let (all, of_node) = (format!("{rank}/4"), format!("{}/2", rank % 2));
            format!("[{rank}] {all}, {of_node}, 4, {all}, {of_node}")
        })
        .collect();
    assert_eq!(ended.lines(), expected);
}

#[test]
fn an_unfinished_last_line_is_not_lost() {
    let ended = run(&["3", "1", "--label", "sh", "-c", "printf 'one\\ntwo'"]);
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    for rank in 0..3 {
        assert!(text.contains(&format!("[{rank}] one\n")), "{text:?}");
        assert!(text.contains(&format!("[{rank}] two")), "{text:?}");
    }
}

#[test]
fn very_long_lines_keep_their_label_and_their_bytes() {
    let script = "head -c 300000 /dev/zero | tr '\\0' $FARREACH_RANK; echo";
    let ended = run(&["2", "2", "--label", "sh", "-c", script]);
    let lines = ended.lines();
    for rank in 0..2 {
        let digit = char::from_digit(rank, 10).unwrap();
        let label = format!("[{rank}] ");
        let mine = lines.iter().filter_map(|line| line.strip_prefix(&label));
        // A piece of another rank in between starts a new line, so there may be several lines.
        let count: usize = mine
            .inspect(|line| assert!(line.chars().all(|c| c == digit)))
            .map(str::len)
            .sum();
        assert_eq!(count, 300_000);
    }
}

#[test]
fn any_bytes_pass_unchanged() {
    let bytes: Vec<u8> = (0..2_000_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let file = std::env::temp_dir().join(format!("launch-bytes-{}", std::process::id()));
    std::fs::write(&file, &bytes).unwrap();
    let ended = run(&["1", "1", "cat", file.to_str().unwrap()]);
    let two = run(&[
        "2",
        "2",
        "sh",
        "-c",
        "if [ $FARREACH_RANK = 1 ]; then cat \"$0\"; fi",
        file.to_str().unwrap(),
    ]);
    std::fs::remove_file(&file).unwrap();
    assert!(ended.bytes() == bytes, "one rank");
    assert!(two.bytes() == bytes, "one of two ranks");
}

#[test]
fn a_slow_reader_loses_nothing_and_makes_the_ranks_wait() {
    let lines = 300_000;
    let mut job = start_piped(&["4", "2", "--label", "seq", "1", &lines.to_string()]);
    drop(job.stdin());
    // Nothing is read: the ranks fill the windows, then block in their writes.
    let seqs = job.wait_for_processes("seq 1 ", 5);
    std::thread::sleep(Duration::from_millis(500));
    let still: Vec<_> = job
        .processes()
        .into_iter()
        .filter(|process| process.command.starts_with("seq"))
        .collect();
    assert_eq!(
        still.len(),
        4,
        "all ranks wait; at first there were {}",
        seqs.len()
    );
    for process in job.processes() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", process.pid)).unwrap();
        let kib = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .unwrap();
        let kib: u64 = kib.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kib < 40_000, "{} holds {kib} KiB", process.command);
    }
    job.collect();
    let ended = job.end();
    assert_eq!(ended.code(), 0, "{}", ended.stderr);
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    for rank in 0..4 {
        let label = format!("[{rank}] ");
        let numbers = text.lines().filter_map(|line| line.strip_prefix(&label));
        assert!(
            numbers
                .map(|number| number.parse::<u32>().unwrap())
                .eq(1..=lines),
            "rank {rank}"
        );
    }
}

#[test]
fn a_reader_that_leaves_ends_the_job() {
    let mut job = start_piped(&["2", "2", "yes"]);
    drop(job.stdin());
    let mut stdout = job.head.stdout.take().unwrap();
    let mut some = [0; 1000];
    stdout.read_exact(&mut some).unwrap();
    drop(stdout);
    job.collect();
    let ended = job.end();
    // Without a message, as when the kernel ends a program whose reader left.
    assert_eq!((ended.code(), ended.stderr.as_str()), (141, ""));
}

#[test]
fn prompts_of_a_single_rank_show_at_once() {
    let mut job = start_piped(&[
        "1",
        "1",
        "sh",
        "-c",
        "printf 'name? '; read name; echo hello $name",
    ]);
    let mut stdout = job.head.stdout.take().unwrap();
    let mut prompt = [0; 6];
    stdout.read_exact(&mut prompt).unwrap();
    assert_eq!(&prompt, b"name? ");
    let writer = crate::support::feed(job.stdin(), b"you\n".to_vec());
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    writer.join().unwrap();
    assert!(rest.starts_with("hello you\n"), "{rest:?}");
    wait_for("the end", || job.head.try_wait().unwrap());
}

#[test]
fn a_launcher_whose_reader_is_slow_sleeps_past_the_timeout() {
    const TICKS_MAX: u64 = 30;
    let script = "head -c 200000 /dev/zero";
    let mut job = start_piped(&["1", "1", "--timeout", "2", "sh", "-c", script]);
    // The timeout has been over for a second then.
    std::thread::sleep(Duration::from_secs(3));
    let ticks = cpu_ticks(job.head.id());
    job.collect();
    let ended = job.end();
    assert_eq!((ended.code(), ended.bytes().len()), (0, 200_000));
    assert!(ticks < TICKS_MAX, "{ticks} ticks of 10 ms");
}
