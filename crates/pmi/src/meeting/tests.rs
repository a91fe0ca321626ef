use std::collections::BTreeSet;

use super::*;

/// As good as for ever.
const PATIENCE: Duration = Duration::from_mins(2);

fn name() -> Name {
    Name::new(&format!("a test {:x}", u64::from_ne_bytes(random())), 0)
}

fn deadline() -> Instant {
    Instant::now() + PATIENCE
}

/// Whether any socket has a name that begins as this one does.
fn exists(name: &Name) -> bool {
    let all = fs::read_to_string("/proc/net/unix").expect("the names of sockets");
    all.contains(&name.0)
}

/// A socket under the first name, as another job or a squatter has it. It accepts nobody.
fn taken(name: &Name) -> Descriptor<OwnedFd> {
    let socket = Descriptor::open(socket).expect("a socket");
    bind(&*socket, &address(&name.0)).expect("a free name");
    socket
}

#[test]
fn processes_find_the_first_one_and_no_name_is_left() {
    let name = name();
    let door = Door::open(&name).expect("a door");
    let found = find(&name, deadline(), |socket| Ok(Some(socket))).expect("a look");
    assert!(found.is_some() && exists(&name));
    let guest = door.accept().expect("a door");
    assert!(guest.is_some());
    assert!(door.accept().expect("a door").is_none());
    drop((door, guest, found));
    assert!(!exists(&name));
}

#[test]
fn a_taken_name_blocks_nobody() {
    let name = name();
    let squatter = taken(&name);
    let door = Door::open(&name).expect("a door with another name");
    // Whether the squatter listens or not.
    for backlog in [None, Some(8)] {
        if let Some(backlog) = backlog {
            listen(&*squatter, backlog).expect("a bound socket");
        }
        let mut talked = 0;
        let found = find(&name, deadline(), |socket| {
            talked += 1;
            // The first process is the one that accepts.
            Ok(door.accept()?.map(|guest| (socket, guest)))
        });
        assert!(found.expect("a look").is_some());
        assert!(talked >= 1, "{talked}");
    }
}

#[test]
fn a_first_process_that_comes_late_is_found() {
    let name = name();
    let late = name.clone();
    let opener = std::thread::spawn(move || {
        std::thread::sleep(PAUSE_MAX * 4);
        Door::open(&late).expect("a door")
    });
    let found = find(&name, deadline(), |socket| Ok(Some(socket))).expect("a look");
    assert!(found.is_some());
    drop(opener.join().expect("a door"));
}

#[test]
fn nobody_is_found_where_nobody_is() {
    let found = find(&name(), Instant::now(), |socket| Ok(Some(socket)));
    assert!(found.expect("a look").is_none());
}

#[test]
fn names_differ_by_job_and_node() {
    let names = [("a", 0), ("a", 1), ("b", 0)].map(|(job, first)| Name::new(job, first).0);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 3);
    assert_eq!(Name::new("a", 0).0, names[0]);
    // An abstract name has 107 bytes.
    assert!(Name::new("a", 0).random().len() < 107);
}

/// Runs `act` in a thread that belongs to the user nobody. `None`, which is said, if this process can't start one.
fn as_nobody<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let nobody = rustix::process::Uid::from_raw(65534);
    if !geteuid().is_root() {
        println!("only root can act as another user: NOT TESTED");
        return None;
    }
    let thread = std::thread::spawn(move || {
        rustix::thread::set_thread_res_uid(nobody, nobody, nobody).expect("root may");
        act()
    });
    Some(thread.join().expect("no panic"))
}

#[test]
fn a_name_that_another_user_has_taken_blocks_nobody() {
    let name = name();
    let theirs = name.clone();
    let squatter = as_nobody(move || {
        let squatter = taken(&theirs);
        // The kernel notes whose socket it is.
        listen(&*squatter, 8).expect("a bound socket");
        squatter
    });
    let Some(squatter) = squatter else { return };
    let door = Door::open(&name).expect("a door with another name");
    let found = find(&name, deadline(), |socket| {
        let guest = door.accept()?;
        assert!(guest.is_some(), "the other user's socket was talked to");
        Ok(Some((socket, guest)))
    });
    assert!(found.expect("a look").is_some());
    drop(squatter);
}

#[test]
fn another_user_who_connects_is_not_accepted() {
    let name = name();
    let door = Door::open(&name).expect("a door");
    let theirs = name.clone();
    let intruder = as_nobody(move || {
        let intruder = socket().expect("a socket");
        connect(&intruder, &address(&theirs.0)).expect("the name is there");
        intruder
    });
    if intruder.is_none() {
        return;
    }
    assert!(door.accept().expect("a door").is_none());
    // Processes of this user still come in.
    let found = find(&name, deadline(), |socket| Ok(Some(socket))).expect("a look");
    assert!(door.accept().expect("a door").is_some());
    drop((found, intruder));
}
