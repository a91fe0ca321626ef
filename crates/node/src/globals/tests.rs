use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::*;
use crate::ArenaLayout;

#[test]
fn without_room_nothing_is_shared() {
    let arena = Arena::create(ArenaLayout::block(1, 1, 0, 1 << 16)).unwrap();
    // SAFETY: nothing is shared.
    let globals = unsafe { Globals::share(&arena, 0, Duration::ZERO) }.unwrap();
    assert_eq!(globals.spans(), []);
}

#[test]
fn too_many_variables_are_refused_with_numbers() {
    let layout = ArenaLayout::block(1, 1, 0, 1 << 16).with_globals(1 << 16);
    let arena = Arena::create(layout).unwrap();
    // SAFETY: the table takes all of the area, so nothing is shared.
    let error = unsafe { Globals::share(&arena, 0, Duration::ZERO) }.unwrap_err();
    let program = std::env::current_exe().unwrap();
    let text = error.to_string();
    assert!(
        text.contains("raise FARREACH_GLOBALS") && text.contains(&program.display().to_string()),
        "{text}"
    );
}

/// Marks the process that shares its variables. The test runner's own process must not, since its
/// threads use theirs.
const SHARER: &str = "NODE_TEST_SHARER";

static INITIALISED: AtomicU64 = AtomicU64::new(7);
static ZERO: AtomicU64 = AtomicU64::new(0);
/// Never touched, except for one word.
static LARGE: [AtomicU64; 8 << 20] = [const { AtomicU64::new(0) }; 8 << 20];

fn offset_of(globals: &Globals, variable: &AtomicU64) -> usize {
    let address = (&raw const *variable).addr();
    let found = globals
        .spans()
        .iter()
        .find(|span| address.wrapping_sub(span.first) < span.len);
    let span = found.expect("a variable of this program");
    span.offset + (address - span.first)
}

#[test]
fn shared_variables_are_the_segment_s_and_a_forked_child_s_are_its_own() {
    if std::env::var_os(SHARER).is_some() {
        return share_and_fork();
    }
    let name =
        "globals::tests::shared_variables_are_the_segment_s_and_a_forked_child_s_are_its_own";
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--test-threads=1", "--nocapture"])
        .env(SHARER, "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {text}", output.status);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("1 passed"), "{told}");
}

fn share_and_fork() {
    let layout = ArenaLayout::block(2, 1, 0, 1 << 16).with_globals(1 << 30);
    let arena = Arena::create(layout).unwrap();
    LARGE[4 << 20].store(3, Relaxed);
    // SAFETY: the test runner waits for this test, the only one of the process. Puts go to these
    // variables only.
    let globals = unsafe { Globals::share(&arena, 1, Duration::ZERO) }.unwrap();
    let segment = arena.segment(1);
    for (variable, value) in [
        (&INITIALISED, 7),
        (&ZERO, 0),
        (&LARGE[4 << 20], 3),
        (&LARGE[9], 0),
    ] {
        let offset = offset_of(&globals, variable);
        assert_eq!(variable.load(Relaxed), value);
        assert_eq!(segment.load_u64(offset), Ok(value));
        segment.store_u64(offset, value + 1).unwrap();
        assert_eq!(variable.load(Relaxed), value + 1);
        variable.store(value + 2, Relaxed);
        assert_eq!(segment.load_u64(offset), Ok(value + 2));
    }
    let metadata = arena.file().unwrap().metadata().unwrap();
    let taken = std::os::unix::fs::MetadataExt::blocks(&metadata) * 512;
    assert!(taken < 8 << 20, "{taken} bytes are there");
    for round in 10..60 {
        INITIALISED.store(round, Relaxed);
        // SAFETY: the child only reads and writes variables, then ends.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let is_as_before = INITIALISED.load(Relaxed) == round
                && LARGE[4 << 20].load(Relaxed) == 5
                && LARGE[17].load(Relaxed) == 0;
            INITIALISED.store(1000, Relaxed);
            LARGE[17].store(1000, Relaxed);
            // SAFETY: ends the process without the runner's exit handlers.
            unsafe { libc::_exit(i32::from(!is_as_before)) };
        }
        INITIALISED.store(2000, Relaxed);
        LARGE[4 << 20].store(2000, Relaxed);
        let mut status = -1;
        // SAFETY: writes the status.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert_eq!(status, 0, "the child saw the parent's later stores");
        assert_eq!(INITIALISED.load(Relaxed), 2000);
        assert_eq!(
            LARGE[17].load(Relaxed),
            0,
            "the child's store reached the parent"
        );
        LARGE[4 << 20].store(5, Relaxed);
    }
    let soon = Duration::from_millis(1);
    assert!(
        !Globals::wait_for_node(&arena, soon),
        "the other process doesn't share yet"
    );
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| Globals::wait_for_node(&arena, Duration::from_mins(1)));
        count(&arena);
        assert!(waits.join().unwrap());
    });
    // SAFETY: nothing is shared, since this is the second call.
    assert!(unsafe { Globals::share(&arena, 0, Duration::ZERO) }.is_err());
}
