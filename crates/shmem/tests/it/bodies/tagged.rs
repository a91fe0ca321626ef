//! Tagged messages beside OpenSHMEM's operations.

use farreach_runtime::collectives::{Source, Target};
use farreach_runtime::{
    ANNOUNCED_MAX, Destination, EAGER_BYTES, EAGER_MAX, Memory, Pattern, SINGLE_MAX, SendMode,
    Strided, TaggedRequest, World,
};
use farreach_shmem::{Compare, Error, Pe};

use super::outside::{ready, sleep_for_ever};
use crate::pattern::bytes;
use crate::sandbox;

const CONTEXT: u32 = 3;

fn to(pe: u32, tag: u32) -> Destination {
    Destination {
        pe,
        context: CONTEXT,
        tag,
    }
}

fn from(source: Option<u32>, tag: Option<u32>) -> Pattern {
    Pattern {
        context: CONTEXT,
        source,
        tag,
    }
}

fn seed(from: u32, to: u32, number: u32) -> u64 {
    u64::from(from) << 40 | u64::from(to) << 20 | u64::from(number)
}

fn wait(world: &World, requests: &[TaggedRequest]) {
    world.wait_for_tagged("the ends of all", || {
        requests.iter().all(TaggedRequest::has_ended)
    });
}

/// The lengths of messages: short ones, those at the limits, and long ones.
fn length(number: u32) -> usize {
    let number = number as usize;
    match number % 8 {
        0 => number % 100,
        1 => 1500 + number,
        2 => SINGLE_MAX + 1 - number % 3,
        3 => EAGER_MAX + 1 - number % 3,
        4 => 40_000 + number * 1001 % 90_000,
        5 => 300_000 + number,
        _ => number * 7,
    }
}

/// All PEs send messages of all lengths to all, themselves included, from private and from
/// symmetric memory. Receives are posted before and after the messages come.
pub(crate) fn sends_and_receives(pe: &Pe) -> Result<(), Error> {
    const COUNT: u32 = 16;
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let world = pe.world();
    let room = 400_000;
    let symmetric = pe.alloc::<u8>(room * COUNT as usize)?;
    let mut sends = Vec::new();
    let mut receives = Vec::new();
    let receive = |source: u32, number: u32, by: &Pattern| -> Result<_, Error> {
        let into = Memory::copy_of(&vec![0; length(number) + 10]);
        Ok((source, number, into.clone(), world.begin_receive(by, into)?))
    };
    for source in (0..all).filter(|source| source % 2 == 0) {
        for number in 0..COUNT {
            receives.push(receive(source, number, &from(Some(source), Some(number)))?);
        }
    }
    for number in 0..COUNT {
        let len = length(number);
        for target in 0..all {
            let content = bytes(seed(me, target, number), len);
            let is_symmetric = target == all - 1 && number % 2 == 1;
            let source = if is_symmetric {
                let offset = symmetric.offset() + number as usize * room;
                let part = world.own_segment().slice(offset, len).unwrap();
                part.copy_in(0, &content).unwrap();
                part
            } else {
                Memory::copy_of(&content)
            };
            let mode = if number % 5 == 4 {
                SendMode::Synchronous
            } else {
                SendMode::Standard
            };
            sends.push(world.begin_send(to(target, number), source, mode)?);
        }
    }
    for source in (0..all).filter(|source| source % 2 == 1) {
        for number in 0..COUNT {
            // In the order of sending, so that any tag is the next one.
            receives.push(receive(source, number, &from(Some(source), None))?);
        }
    }
    for (source, number, into, request) in &receives {
        wait(world, std::slice::from_ref(request));
        let found = world.outcome(request)?.expect("waited for");
        let expected = bytes(seed(*source, me, *number), length(*number));
        assert_eq!(
            (found.source, found.tag, found.len),
            (*source, *number, expected.len())
        );
        let mut got = vec![0; expected.len()];
        into.copy_out(0, &mut got).unwrap();
        assert!(got == expected, "message {number} of {source} to {me}");
    }
    wait(world, &sends);
    pe.barrier_all()?;
    pe.free(symmetric)
}

/// Blocking calls, probes and mistakes.
pub(crate) fn blocking_calls(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let world = pe.world();
    let (left, right) = ((me + all - 1) % all, (me + 1) % all);
    for len in [0, 8, 5000, 1 << 20] {
        let content = bytes(seed(me, right, 1), len);
        let mut got = vec![0; len];
        let receive = |got: &mut [u8]| world.receive_tagged(&from(Some(left), Some(9)), got);
        if all == 1 {
            let send =
                world.begin_send(to(right, 9), Memory::copy_of(&content), SendMode::Standard)?;
            receive(&mut got)?;
            wait(world, &[send]);
        } else if me == 0 {
            receive(&mut got)?;
            world.send_tagged(to(right, 9), &content, SendMode::Synchronous)?;
        } else {
            world.send_tagged(to(right, 9), &content, SendMode::Standard)?;
            receive(&mut got)?;
        }
        assert!(got == bytes(seed(left, me, 1), len), "{len} bytes");
    }
    // A message is probed for, taken, and received apart.
    for len in [100, 100_000] {
        let content = bytes(seed(me, right, 2), len);
        let send = world.begin_send(to(right, 2), Memory::copy_of(&content), SendMode::Standard)?;
        let any = from(None, Some(2));
        let mut found = None;
        world.wait_for_tagged("a message", || {
            found = world.try_probe(&any).expect("a valid pattern");
            found.is_some()
        });
        let found = found.expect("waited for");
        assert_eq!((found.source, found.tag, found.len), (left, 2, len));
        let taken = world.try_match(&any)?.expect("it has come");
        assert_eq!(taken.found(), found);
        assert_eq!(world.try_probe(&any)?, None);
        let mut got = vec![0; len];
        world.receive_matched(taken, &mut got)?;
        assert!(got == bytes(seed(left, me, 2), len));
        wait(world, &[send]);
        pe.barrier_all()?;
    }
    let never = world.begin_receive(&from(None, Some(77)), Memory::copy_of(&[0; 8]))?;
    world.cancel(&never);
    assert!(never.has_ended() && never.found().is_none());
    world.cancel(&never);
    assert_eq!(world.outcome(&never)?, None);
    for len in [10, 50_000] {
        let send = world.begin_send(
            to(right, 3),
            Memory::copy_of(&vec![7; len]),
            SendMode::Standard,
        )?;
        let mut short = vec![0; len - 1];
        let error = world
            .receive_tagged(&from(Some(left), Some(3)), &mut short)
            .unwrap_err();
        let text = format!(
            "the message of rank {left} with tag 3 has {len} bytes, and its receive's buffer only {}",
            len - 1
        );
        assert!(error.to_string().contains(&text), "{error}");
        assert!(short.iter().all(|&byte| byte == 7));
        wait(world, &[send]);
    }
    let error = world
        .send_tagged(to(all, 0), &[], SendMode::Standard)
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains(&format!("there is no rank {all}")),
        "{error}"
    );
    let error = world
        .send_tagged(to(0, 1 << 31), &[], SendMode::Standard)
        .unwrap_err();
    assert!(
        error.to_string().contains("tag 2147483648 is too large"),
        "{error}"
    );
    pe.barrier_all()
}

/// Messages that nobody takes are held by their senders beyond a bound, and disturb nothing else.
pub(crate) fn unexpected_messages_are_bounded(pe: &Pe) -> Result<(), Error> {
    const COUNT: u32 = 4000;
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let world = pe.world();
    let words = pe.alloc::<u64>(1)?;
    let content =
        |source: u32, number: u32| bytes(seed(source, 0, number), 50 + number as usize % 200);
    let mut sends = Vec::new();
    for number in 0..COUNT {
        sends.push(world.begin_send(
            to(0, number),
            Memory::copy_of(&content(me, number)),
            SendMode::Standard,
        )?);
    }
    // Everything else goes on.
    pe.barrier_all()?;
    pe.put(words.at(0).on((me + 1) % all), u64::from(me) + 1)?;
    pe.barrier_all()?;
    assert_eq!(
        pe.get(words.at(0).on(me))?,
        u64::from((me + all - 1) % all) + 1
    );
    if me == 0 {
        let (count, held) = world.unexpected_messages();
        assert!(
            held <= (all * EAGER_BYTES) as usize,
            "{held} bytes of {count} messages"
        );
        assert!(count < (all * COUNT) as usize);
        let mut next = vec![0; all as usize];
        for _ in 0..all * COUNT {
            let mut got = [0; 250];
            let found = world.receive_tagged(&from(None, None), &mut got)?;
            let next = &mut next[found.source as usize];
            assert_eq!(found.tag, *next, "of {}", found.source);
            assert!(got[..found.len] == content(found.source, *next));
            *next += 1;
        }
        assert!(next.iter().all(|&next| next == COUNT));
    }
    wait(world, &sends);
    pe.barrier_all()?;
    pe.free(words)
}

/// A PE that waits in OpenSHMEM moves on the messages that others wait for.
pub(crate) fn every_wait_moves_messages(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let world = pe.world();
    let (left, right) = ((me + all - 1) % all, (me + 1) % all);
    let flag = pe.alloc::<u64>(1)?;
    for len in [10, 20_000, 500_000] {
        let content = bytes(seed(me, right, 4), len);
        let into = Memory::copy_of(&vec![0; len]);
        let send = world.begin_send(
            to(right, 4),
            Memory::copy_of(&content),
            SendMode::Synchronous,
        )?;
        let receive = world.begin_receive(&from(Some(left), Some(4)), into.clone())?;
        if me % 2 == 1 {
            wait(world, &[receive.clone(), send.clone()]);
            pe.put(flag.at(0).on(right), len as u64)?;
        } else {
            if left % 2 == 1 {
                pe.wait_until(flag.at(0), Compare::Eq, len as u64)?;
            }
            pe.barrier_all()?;
        }
        wait(world, &[receive, send]);
        let mut got = vec![0; len];
        into.copy_out(0, &mut got).unwrap();
        assert!(got == bytes(seed(left, me, 4), len));
        if me % 2 == 1 {
            pe.barrier_all()?;
        }
        pe.barrier_all()?;
    }
    pe.free(flag)
}

/// Messages from other nodes arrive while a PE computes and calls nothing.
pub(crate) fn messages_move_while_all_compute(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let world = pe.world();
    if world.nodes() != all || !world.settings().helper || all == 1 {
        return Ok(());
    }
    let (left, right) = ((me + all - 1) % all, (me + 1) % all);
    for len in [10, 20_000, 300_000] {
        let content = bytes(seed(me, right, 5), len);
        let into = Memory::copy_of(&vec![0; len]);
        let receive = world.begin_receive(&from(Some(left), Some(5)), into.clone())?;
        let send = world.begin_send(
            to(right, 5),
            Memory::copy_of(&content),
            SendMode::Synchronous,
        )?;
        while !(receive.has_ended() && send.has_ended()) {
            std::thread::yield_now();
        }
        let mut got = vec![0; len];
        into.copy_out(0, &mut got).unwrap();
        assert!(got == bytes(seed(left, me, 5), len));
        pe.barrier_all()?;
    }
    Ok(())
}

/// Makes this process one that others may not attach to, and that may not attach to such processes.
pub(crate) fn protect() {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    use rustix::thread::{CapabilitySet, capabilities, set_capabilities};

    // Whoever may trace everything may also attach. Threads of the library keep what they may.
    let mut may = capabilities(None).unwrap();
    for set in [&mut may.effective, &mut may.permitted, &mut may.inheritable] {
        set.remove(CapabilitySet::SYS_PTRACE);
    }
    set_capabilities(None, may).unwrap();
    set_dumpable_behavior(DumpableBehavior::NotDumpable).unwrap();
}

/// Long messages between processes that may not attach to each other.
pub(crate) fn long_messages_without_attach(pe: &Pe) -> Result<(), Error> {
    protect();
    // A process may always attach to itself.
    long_messages_in_pieces(pe, "Operation not permitted", pe.n_pes() - 1)
}

/// Long messages in a sandbox without the call that attaches.
pub(crate) fn long_messages_in_a_sandbox(pe: &Pe) -> Result<(), Error> {
    sandbox::forbid(&[libc::SYS_process_vm_readv], libc::ENOSYS);
    long_messages_in_pieces(pe, "Function not implemented", pe.n_pes())
}

/// Long messages between processes that can't attach to so many processes of their node, for this
/// reason.
fn long_messages_in_pieces(pe: &Pe, why: &str, refusing: u32) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let world = pe.world();
    pe.barrier_all()?;
    for number in 0..5 {
        let len = 100_000 + 50_000 * number as usize;
        let mut requests = Vec::new();
        let mut receives = Vec::new();
        for other in 0..all {
            let into = Memory::copy_of(&vec![0; len]);
            requests.push(world.begin_receive(&from(Some(other), Some(6)), into.clone())?);
            receives.push((other, into));
            let content = Memory::copy_of(&bytes(seed(me, other, number), len));
            requests.push(world.begin_send(to(other, 6), content, SendMode::Standard)?);
        }
        wait(world, &requests);
        for (other, into) in receives {
            let mut got = vec![0; len];
            into.copy_out(0, &mut got).unwrap();
            assert!(
                got == bytes(seed(other, me, number), len),
                "{number} of {other} to {me}"
            );
        }
    }
    let attach = world.stats().attach;
    if world.nodes() == 1 && all > 1 {
        let reason = attach.reason.expect("it was refused");
        assert!(reason.contains(why), "{reason}");
        assert_eq!(attach.refused, 5 * u64::from(refusing));
    }
    // Collectives pass such data through slots.
    let (own, mut gathered) = (
        bytes(seed(me, 0, 9), 200_000),
        vec![0; 200_000 * all as usize],
    );
    let collectives = world.collectives();
    collectives.all_gather(Source::Private(&own), Target::Private(&mut gathered))?;
    for (other, part) in (0..).zip(gathered.chunks_exact(own.len())) {
        assert!(part == bytes(seed(other, 0, 9), own.len()), "of {other}");
    }
    pe.barrier_all()
}

/// Messages from and to blocks, short and long, beside messages of bytes in a row.
pub(crate) fn messages_of_blocks(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let (next, before) = ((me + 1) % all, (me + all - 1) % all);
    let world = pe.world();
    let object = pe.alloc::<u8>(1 << 20)?;
    let symmetric = world.own_segment().slice(object.offset(), 1 << 20).unwrap();
    for (number, block, stride, count) in [
        (0, 3, 7, 5),
        (1, 100, 130, 90),
        (2, 1000, 1001, 400),
        (3, 70_000, 90_000, 6),
        (4, 8, 24, 40_000),
    ] {
        let len = block * count;
        let span = (count - 1) * stride + block;
        let content = bytes(seed(me, next, number), len);
        let gaps = |memory: &Memory| {
            let mut all = vec![0; span];
            memory.copy_out(0, &mut all).unwrap();
            (0..span)
                .filter(|at| at % stride >= block)
                .all(|at| all[at] == 0xee)
        };
        // From blocks to blocks, from blocks to a row, and from a row to blocks.
        for (from_blocks, to_blocks) in [(true, true), (true, false), (false, true)] {
            let source: Memory = if from_blocks {
                let memory = if to_blocks {
                    Memory::copy_of(&vec![0; span])
                } else {
                    symmetric.clone()
                };
                let blocks = Strided::new(memory.clone(), block, stride, count).unwrap();
                for (at, part) in content.chunks(block).enumerate() {
                    memory.copy_in(at * stride, part).unwrap();
                }
                blocks.into()
            } else {
                Memory::copy_of(&content)
            };
            let target = Memory::copy_of(&vec![0xee; span]);
            let into: Memory = if to_blocks {
                let blocks = Strided::new(target.clone(), block, stride, count).unwrap();
                blocks.into()
            } else {
                target.clone()
            };
            let tag = number * 4;
            let receive = world.begin_receive(&from(Some(before), Some(tag)), into)?;
            let send = world.begin_send(to(next, tag), source, SendMode::Standard)?;
            wait(world, &[receive, send]);
            let mut got = vec![0; span];
            target.copy_out(0, &mut got).unwrap();
            let packed: Vec<u8> = if to_blocks {
                assert!(gaps(&target), "bytes between blocks were written");
                got.chunks(stride)
                    .flat_map(|part| &part[..block.min(part.len())])
                    .copied()
                    .collect()
            } else {
                got[..len].to_vec()
            };
            assert!(
                packed == bytes(seed(before, me, number), len),
                "{number}: {from_blocks} {to_blocks}"
            );
            pe.barrier_all()?;
        }
    }
    Ok(())
}

/// Receives and probes get messages behind many that lie unreceived, and sends that nobody has received are
/// cancelled.
pub(crate) fn unreceived_messages_hold_up_nothing(pe: &Pe) -> Result<(), Error> {
    const COUNT: u32 = 2000;
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let (right, left) = ((me + 1) % all, (me + all - 1) % all);
    let world = pe.world();
    let content = |source: u32, number: u32| bytes(seed(source, 0, number), length(number) % 5000);
    let mut sends = Vec::new();
    for number in 0..COUNT {
        let content = Memory::copy_of(&content(me, number));
        sends.push(world.begin_send(to(right, number), content, SendMode::Standard)?);
    }
    let last = from(Some(left), Some(COUNT - 1));
    let mut found = None;
    world.wait_for_tagged("the last message", || {
        found = world.try_probe(&last).transpose();
        found.is_some()
    });
    assert_eq!(found.expect("waited for")?.tag, COUNT - 1);
    let receive = |number: u32, pattern: &Pattern| -> Result<(), Error> {
        let mut got = [0; 5000];
        let found = world.receive_tagged(pattern, &mut got)?;
        assert_eq!((found.source, found.tag), (left, number));
        assert!(got[..found.len] == content(left, number));
        Ok(())
    };
    // Every second one, the newest first. Then the others, the oldest first.
    for number in (0..COUNT).rev().step_by(2) {
        receive(number, &from(None, Some(number)))?;
    }
    for number in (0..COUNT).step_by(2) {
        receive(number, &from(Some(left), None))?;
    }
    wait(world, &sends);
    // Unreceived, long and short, announced and held.
    let mut sends = Vec::new();
    for number in 0..500 {
        let content = Memory::copy_of(&content(me, number));
        sends.push(world.begin_send(to(right, number), content, SendMode::Synchronous)?);
    }
    for send in &sends {
        world.cancel(send);
        world.cancel(send);
    }
    wait(world, &sends);
    for send in &sends {
        assert_eq!(world.outcome(send)?, None);
    }
    pe.barrier_all()?;
    world.send_tagged(to(right, 7), &[9], SendMode::Standard)?;
    let mut got = [0];
    let found = world.receive_tagged(&from(None, None), &mut got)?;
    assert_eq!((found.tag, got), (7, [9]));
    pe.barrier_all()
}

/// All PEs but PE 1 send it messages that it never receives: some are announced, and one has to
/// match.
pub(crate) fn in_a_send(pe: &Pe) -> Result<(), Error> {
    let me = pe.my_pe();
    pe.barrier_all()?;
    ready(pe);
    if me == 1 {
        sleep_for_ever();
    }
    let content = Memory::copy_of(&vec![7; 100_000]);
    for _ in 0..2 * ANNOUNCED_MAX {
        let _ = pe
            .world()
            .begin_send(to(1, 0), content.clone(), SendMode::Standard)?;
    }
    pe.world()
        .send_tagged(to(1, 1), &[1], SendMode::Synchronous)
}

/// All PEs but PE 1 receive messages that it never sends.
pub(crate) fn in_a_receive(pe: &Pe) -> Result<(), Error> {
    pe.barrier_all()?;
    ready(pe);
    if pe.my_pe() == 1 {
        sleep_for_ever();
    }
    let world = pe.world();
    world.receive_tagged(&from(Some(1), None), &mut [0; 8])?;
    Ok(())
}

/// All PEs exchange long messages with all others.
pub(crate) fn in_long_messages(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    pe.barrier_all()?;
    ready(pe);
    let content = Memory::copy_of(&vec![me as u8; 500_000]);
    let into = Memory::copy_of(&vec![0; 500_000]);
    loop {
        for shift in 1..all {
            let (next, before) = ((me + shift) % all, (me + all - shift) % all);
            let world = pe.world();
            let receive = world.begin_receive(&from(Some(before), None), into.clone())?;
            let send = world.begin_send(to(next, 0), content.clone(), SendMode::Standard)?;
            wait(world, &[send, receive]);
            let mut got = [0; 8];
            into.copy_out(499_992, &mut got).unwrap();
            assert_eq!(got, [before as u8; 8]);
        }
    }
}

/// All PEs exchange long messages with all others, and none may attach to another.
pub(crate) fn in_long_messages_in_pieces(pe: &Pe) -> Result<(), Error> {
    protect();
    in_long_messages(pe)
}

/// The sources of sends that have not ended are changed, where mistakes are looked for.
pub(crate) fn sources_changed_too_early(pe: &Pe) -> Result<(), Error> {
    let (me, all) = (pe.my_pe(), pe.n_pes());
    let (next, before) = ((me + 1) % all, (me + all - 1) % all);
    let world = pe.world();
    for (number, is_changed) in (0u32..).zip([true, false, true]) {
        let source = Memory::copy_of(&vec![1; 300_000]);
        let send = world.begin_send(to(next, number), source.clone(), SendMode::Standard)?;
        if is_changed {
            source.copy_in(200_000, &[2]).unwrap();
        }
        pe.barrier_all()?;
        world.receive_tagged(&from(Some(before), Some(number)), &mut vec![0; 300_000])?;
        wait(world, std::slice::from_ref(&send));
        match world.outcome(&send) {
            Ok(found) => assert!(found.is_some() && !is_changed),
            Err(error) => {
                let told = format!(
                    "rank {me}: the source of a send of 300000 bytes with tag {number} to rank {next} was changed"
                );
                assert!(is_changed && error.to_string().contains(&told), "{error}");
            }
        }
    }
    pe.barrier_all()
}
