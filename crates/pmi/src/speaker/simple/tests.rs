//! Dialogues with servers, as they were recorded, replayed: what the client asks must be what is expected, byte by byte.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::thread::{self, JoinHandle};

use super::*;

/// As good as for ever.
const PATIENCE: Duration = Duration::from_mins(2);

/// A dialogue: what the client says, and what the server answers.
type Dialogue = &'static [(&'static str, &'static str)];

/// MPICH 4.0.2, `mpiexec.hydra -n 2`, rank 0.
const HYDRA_4: Dialogue = &[
    (
        "cmd=init pmi_version=1 pmi_subversion=1\n",
        "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n",
    ),
    (
        "cmd=get_maxes\n",
        "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n",
    ),
    (
        "cmd=get_my_kvsname\n",
        "cmd=my_kvsname kvsname=kvs_10902_0_696576815_vm\n",
    ),
    (
        "cmd=get kvsname=kvs_10902_0_696576815_vm key=PMI_process_mapping\n",
        "cmd=get_result rc=0 msg=success value=(vector,(0,1,1))\n",
    ),
    (
        "cmd=put kvsname=kvs_10902_0_696576815_vm key=farreach-0 value=1.AQID\n",
        "cmd=put_result rc=0 msg=success\n",
    ),
    ("cmd=barrier_in\n", "cmd=barrier_out\n"),
    (
        "cmd=get kvsname=kvs_10902_0_696576815_vm key=farreach-1\n",
        "cmd=get_result rc=0 msg=success value=1.AQID\n",
    ),
    (
        "cmd=get kvsname=kvs_10902_0_696576815_vm key=nothing\n",
        "cmd=get_result rc=-1 msg=key_nothing_not_found value=unknown\n",
    ),
    ("cmd=finalize\n", "cmd=finalize_ack\n"),
];

/// MPICH 5.0.2, `mpiexec.hydra -n 2`, rank 0.
const HYDRA_5: Dialogue = &[
    (
        "cmd=init pmi_version=1 pmi_subversion=1\n",
        "cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=2\n",
    ),
    (
        "cmd=get_maxes\n",
        "cmd=maxes rc=0 kvsname_max=256 keylen_max=64 vallen_max=1024\n",
    ),
    (
        "cmd=get_my_kvsname\n",
        "cmd=my_kvsname rc=0 kvsname=kvs_12246_0_1727338988_vm\n",
    ),
    (
        "cmd=get kvsname=kvs_12246_0_1727338988_vm key=PMI_process_mapping\n",
        "cmd=get_result rc=0 value=(vector,(0,1,2))\n",
    ),
    (
        "cmd=put kvsname=kvs_12246_0_1727338988_vm key=farreach-0 value=1.AQID\n",
        "cmd=put_result rc=0\n",
    ),
    ("cmd=barrier_in\n", "cmd=barrier_out tag=0\n"),
    (
        "cmd=get kvsname=kvs_12246_0_1727338988_vm key=farreach-1\n",
        "cmd=get_result rc=0 value=1.AQID\n",
    ),
    (
        "cmd=get kvsname=kvs_12246_0_1727338988_vm key=nothing\n",
        "cmd=get_result rc=1\n",
    ),
    ("cmd=finalize\n", "cmd=finalize_ack rc=0\n"),
];

/// Flux, after its RFC 13.
const FLUX: Dialogue = &[
    (
        "cmd=init pmi_version=1 pmi_subversion=1\n",
        "cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=1\n",
    ),
    (
        "cmd=get_maxes\n",
        "cmd=maxes rc=0 kvsname_max=256 keylen_max=256 vallen_max=1024\n",
    ),
    (
        "cmd=get_my_kvsname\n",
        "cmd=my_kvsname rc=0 kvsname=fuzzybunny\n",
    ),
    (
        "cmd=get kvsname=fuzzybunny key=PMI_process_mapping\n",
        "cmd=get_result rc=0 value=(vector,(0,1,2))\n",
    ),
    (
        "cmd=put kvsname=fuzzybunny key=farreach-0 value=1.AQID\n",
        "cmd=put_result rc=0\n",
    ),
    ("cmd=barrier_in\n", "cmd=barrier_out rc=0\n"),
    (
        "cmd=get kvsname=fuzzybunny key=farreach-1\n",
        "cmd=get_result rc=0 value=1.AQID\n",
    ),
    (
        "cmd=get kvsname=fuzzybunny key=nothing\n",
        "cmd=get_result rc=2\n",
    ),
    ("cmd=finalize\n", "cmd=finalize_ack rc=0\n"),
];

/// Slurm 22.05.8, `srun -n 2 --mpi=pmi2`, rank 0.
const SLURM: Dialogue = &[
    (
        "cmd=init pmi_version=2 pmi_subversion=0\n",
        "cmd=response_to_init rc=0 pmi_version=2 pmi_subversion=0\n",
    ),
    (
        "000051cmd=fullinit;pmijobid=6.0;pmirank=0;threaded=FALSE;",
        "114   cmd=fullinit-response;rc=0;pmi-version=2;pmi-subversion=0;rank=0;size=2;appnum=-1;debugged=FALSE;pmiverbose=FALSE;",
    ),
    (
        "000014cmd=job-getid;",
        "38    cmd=job-getid-response;rc=0;jobid=6.0;",
    ),
    (
        "000044cmd=info-getjobattr;key=PMI_process_mapping;",
        "68    cmd=info-getjobattr-response;rc=0;found=TRUE;value=(vector,(0,1,2));",
    ),
    (
        "000040cmd=kvs-put;key=farreach-0;value=1.AQID;",
        "26    cmd=kvs-put-response;rc=0;",
    ),
    ("000014cmd=kvs-fence;", "28    cmd=kvs-fence-response;rc=0;"),
    (
        "000046cmd=kvs-get;jobid=6.0;srcid=-1;key=farreach-1;",
        "50    cmd=kvs-get-response;rc=0;found=TRUE;value=1.AQID;",
    ),
    (
        "000043cmd=kvs-get;jobid=6.0;srcid=-1;key=nothing;",
        "38    cmd=kvs-get-response;rc=0;found=FALSE;",
    ),
    ("000013cmd=finalize;", "27    cmd=finalize-response;rc=0;"),
];

/// MPICH 4.0.2, `mpiexec.hydra -n 2`, rank 0, if it is asked for PMI-2.
const HYDRA_4_BY_PMI_2: Dialogue = &[
    (
        "cmd=init pmi_version=2 pmi_subversion=0\n",
        "cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0\n",
    ),
    (
        "000038cmd=fullinit;pmirank=0;threaded=FALSE;",
        "   113cmd=fullinit-response;pmi-version=2;pmi-subversion=0;rank=0;size=2;appnum=0;debugged=FALSE;pmiverbose=FALSE;rc=0;",
    ),
    (
        "000014cmd=job-getid;",
        "    59cmd=job-getid-response;jobid=kvs_12087_0_683850483_vm;rc=0;",
    ),
    (
        "000044cmd=info-getjobattr;key=PMI_process_mapping;",
        "    68cmd=info-getjobattr-response;found=TRUE;value=(vector,(0,1,1));rc=0;",
    ),
    (
        "000040cmd=kvs-put;key=farreach-0;value=1.AQID;",
        "    26cmd=kvs-put-response;rc=0;",
    ),
    ("000014cmd=kvs-fence;", "    28cmd=kvs-fence-response;rc=0;"),
    (
        "000067cmd=kvs-get;jobid=kvs_12087_0_683850483_vm;srcid=-1;key=farreach-1;",
        "    50cmd=kvs-get-response;found=TRUE;value=1.AQID;rc=0;",
    ),
    (
        "000064cmd=kvs-get;jobid=kvs_12087_0_683850483_vm;srcid=-1;key=nothing;",
        "    38cmd=kvs-get-response;found=FALSE;rc=0;",
    ),
    ("000013cmd=finalize;", "    27cmd=finalize-response;rc=0;"),
];

/// A server that plays its part of a dialogue, and then closes the connection.
fn serve(dialogue: Vec<(String, String)>) -> (Link, JoinHandle<()>) {
    let (ours, mut theirs) = UnixStream::pair().expect("a socket pair");
    let server = thread::spawn(move || {
        for (asked, answer) in dialogue {
            let mut heard = vec![0; asked.len()];
            theirs.read_exact(&mut heard).expect("a question");
            assert_eq!(String::from_utf8_lossy(&heard), asked);
            // In pieces: a message need not come at once.
            let (early, late) = answer.as_bytes().split_at(answer.len() / 2);
            for part in [early, late] {
                theirs.write_all(part).expect("a client");
                thread::yield_now();
            }
        }
    });
    (Link::new(ours.into()), server)
}

fn owned(dialogue: Dialogue) -> Vec<(String, String)> {
    let owned = |(asked, answer): &(&str, &str)| ((*asked).to_owned(), (*answer).to_owned());
    dialogue.iter().map(owned).collect()
}

fn identity(job: Option<&str>) -> Identity {
    Identity {
        rank: 0,
        size: 2,
        job: job.map(str::to_owned),
    }
}

/// The reply to a command, or the first error.
fn reply(simple: &mut Simple, command: Command) -> Result<Reply, PmiError> {
    simple.submit(command)?;
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(reply) = simple.poll()? {
            return Ok(reply);
        }
        assert!(Instant::now() < deadline, "no reply");
        crate::link::wait_readable(&[simple.fd()], PATIENCE)?;
    }
}

fn replay(dialogue: Dialogue, first: Version, job: Option<&str>) {
    let (link, server) = serve(owned(dialogue));
    let (mut simple, greeting) =
        Simple::greet(link, first, &identity(job), PATIENCE).expect("a server");
    assert_eq!((greeting.rank, greeting.size, greeting.first), (0, 2, 0));
    assert_eq!(greeting.node_of, Some(vec![0, 0]));
    assert_eq!(greeting.value_max, 1024);
    let get = |key: &str| Command::Get {
        key: key.into(),
        rank: 1,
    };
    let put = Command::Put {
        key: "farreach-0".into(),
        value: "1.AQID".into(),
    };
    for (command, expected) in [
        (put, Reply::Done),
        (Command::Fence { collects: true }, Reply::Done),
        (get("farreach-1"), Reply::Value(Some("1.AQID".into()))),
        (get("nothing"), Reply::Value(None)),
        (Command::Finalize, Reply::Done),
    ] {
        let reply = reply(&mut simple, command.clone()).expect("a reply");
        assert_eq!(reply, expected, "{command:?}");
    }
    server.join().expect("the dialogue as it was recorded");
    // The server closes its end after the last word, and that is no loss.
    assert_eq!(simple.poll().expect("no loss"), None);
}

#[test]
fn recorded_dialogues_of_pmi_1_go_as_they_went() {
    for dialogue in [HYDRA_4, HYDRA_5, FLUX] {
        replay(dialogue, Version::One, None);
    }
}

#[test]
fn recorded_dialogues_of_pmi_2_go_as_they_went() {
    replay(SLURM, Version::Two, Some("6.0"));
    replay(HYDRA_4_BY_PMI_2, Version::Two, None);
}

#[test]
fn a_server_that_refuses_a_version_is_asked_for_the_other() {
    let refused = (
        "cmd=init pmi_version=1 pmi_subversion=1\n".to_owned(),
        "cmd=response_to_init rc=-1 pmi_version=2 pmi_subversion=0\n".to_owned(),
    );
    let dialogue = [vec![refused], owned(&HYDRA_4_BY_PMI_2[..4])].concat();
    let (link, server) = serve(dialogue);
    let (simple, _) =
        Simple::greet(link, Version::One, &identity(None), PATIENCE).expect("a server");
    assert_eq!(simple.version(), Version::Two);
    server.join().expect("the dialogue");
}

#[test]
fn answers_that_make_no_sense_are_errors_with_question_and_answer() {
    let cut = |at: usize, answer: &'static str| {
        let mut dialogue = owned(&HYDRA_4[..=at]);
        dialogue[at].1 = answer.to_owned();
        let (link, server) = serve(dialogue);
        let error = Simple::greet(link, Version::One, &identity(None), PATIENCE);
        server.join().expect("the dialogue");
        error.expect_err("no sense").to_string()
    };
    let text = cut(1, "cmd=barrier_out\n");
    assert!(
        text.contains("get_maxes") && text.contains("barrier_out"),
        "{text}"
    );
    let text = cut(1, "no message\n");
    assert!(text.contains("no message"), "{text}");
    let text = cut(2, "cmd=my_kvsname\n");
    assert!(
        text.contains("get_my_kvsname") && text.contains("name of the job"),
        "{text}"
    );
    let text = cut(3, "cmd=get_result rc=-1 msg=no\n");
    assert!(text.contains("PMI_process_mapping"), "{text}");
    let text = cut(3, "cmd=get_result rc=0 value=(vector,what)\n");
    assert!(text.contains("(vector,what)"), "{text}");
}

#[test]
fn a_failed_command_and_a_lost_launcher_are_errors() {
    let mut dialogue = owned(&HYDRA_4[..5]);
    dialogue[4].1 = "cmd=put_result rc=-1 msg=too_long\n".into();
    let (link, server) = serve(dialogue);
    let (mut simple, _) =
        Simple::greet(link, Version::One, &identity(None), PATIENCE).expect("a server");
    let put = Command::Put {
        key: "farreach-0".into(),
        value: "1.AQID".into(),
    };
    let text = reply(&mut simple, put).expect_err("a refusal").to_string();
    assert!(
        text.contains("farreach-0") && text.contains("too_long"),
        "{text}"
    );
    server.join().expect("the dialogue");
    let lost = reply(&mut simple, Command::Fence { collects: false });
    assert!(matches!(lost, Err(PmiError::LauncherLost)), "{lost:?}");
}

#[test]
fn a_server_that_stops_answering_is_named_with_what_it_was_asked() {
    let (ours, theirs) = UnixStream::pair().expect("a socket pair");
    let patience = Duration::from_millis(20);
    let silent = Simple::greet(
        Link::new(ours.into()),
        Version::One,
        &identity(None),
        patience,
    );
    let text = silent.expect_err("silence").to_string();
    assert!(
        text.contains("init") && text.contains("FARREACH_START_TIMEOUT"),
        "{text}"
    );
    drop(theirs);
}

#[test]
fn an_abort_has_the_exit_code_or_the_reason() {
    let mut dialogue = owned(&HYDRA_4[..4]);
    dialogue.push(("cmd=abort exitcode=7\n".into(), String::new()));
    let (link, server) = serve(dialogue);
    let (mut simple, _) =
        Simple::greet(link, Version::One, &identity(None), PATIENCE).expect("a server");
    simple.abort(7, "why\nnot").expect("a server");
    server.join().expect("the dialogue");
    let mut dialogue = owned(&SLURM[..4]);
    dialogue.push((
        "000041cmd=abort;isworld=TRUE;msg=rank 1: why  ;".into(),
        String::new(),
    ));
    let (link, server) = serve(dialogue);
    let (mut simple, _) =
        Simple::greet(link, Version::Two, &identity(Some("6.0")), PATIENCE).expect("a server");
    simple.abort(7, "rank 1: why;\n").expect("a server");
    server.join().expect("the dialogue");
}
