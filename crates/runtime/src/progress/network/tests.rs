//! The network on a device that is not the software device.

use farreach_engine::{Op, Source, Tracking};
use farreach_verbs::{InlineData, Memory as _};

use super::Core;
use crate::job::jobs::Job;
use crate::job::stats::ProcessStats;
use crate::progress::opening::wired::{address, wired_pair};

fn put(core: &mut Core, bytes: &[u8], offset: u64, now: farreach_verbs::Time) -> u64 {
    let token = core.token();
    let source = Source::Inline(InlineData::new(bytes).expect("few bytes"));
    let tracking = Tracking::Token(token);
    core.engine
        .submit(now, 1, Op::Put { source, offset }, tracking);
    token
}

#[test]
fn a_put_arrives_and_is_counted() {
    let [first, second] = wired_pair();
    let token = first.network.enter(|core, now| put(core, b"wire", 64, now));
    let result = loop {
        first.network.progress();
        second.network.progress();
        if let Some(result) = first.network.peek(|core, _| core.take(token)) {
            break result;
        }
    };
    result.expect("the put succeeds");
    let mut bytes = [0; 4];
    second.segment.read(64, &mut bytes).expect("inside");
    assert_eq!(&bytes, b"wire");

    let mut stats = ProcessStats::default();
    first.network.peek(|core, _| core.report(&mut stats));
    assert_eq!((stats.connections, stats.unsent), (1, 0));
    assert!(stats.rc_bytes > 0 && stats.ud_bytes > 0, "{stats:?}");
}

#[test]
fn a_device_s_link_failure_reaches_the_user() {
    let [first, second] = wired_pair();
    let mut endpoint = second.network.peek(|core, _| core.endpoint());
    endpoint.destination.address = address(7);
    second.job.publish(&endpoint).expect("a job");
    first.network.enter(|core, now| put(core, b"lost", 0, now));
    first.network.progress();

    let mut stats = ProcessStats::default();
    first.network.peek(|core, _| core.report(&mut stats));
    assert!(stats.unsent > 0, "{stats:?}");
    let text = stats.first_unsent.expect("it was told");
    let (begin, end) = (
        "rank 0 on node 0 could not send a packet of ",
        " bytes to rank 1 at 10.0.0.1:8: the cable leads nowhere; plug it in",
    );
    assert!(text.starts_with(begin) && text.ends_with(end), "{text}");
}
