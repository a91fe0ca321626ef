use std::thread;

use farreach_verbs::Memory as _;

use crate::{Flag, Memory, Patience, Polled, Waited};

fn raised_by_another(patience: fn() -> Patience) {
    let memory = Memory::allocate(2 * Flag::BYTES);
    let (there, back) = (Flag::at(memory.view(), 0), Flag::at(memory.view(), 16));
    thread::scope(|scope| {
        scope.spawn(|| {
            for value in 1..=2000 {
                assert_eq!(there.wait(value, patience(), || Polled::IDLE), Waited::Done);
                back.set(there.get());
            }
        });
        for value in 1..=2000 {
            there.set(value);
            assert_eq!(back.wait(value, patience(), || Polled::IDLE), Waited::Done);
            assert_eq!(back.get(), value);
        }
    });
}

#[test]
fn who_sleeps_is_woken_each_time() {
    raised_by_another(|| Patience::without_core(0));
}

#[test]
fn who_spins_sees_it() {
    raised_by_another(Patience::with_core);
}

#[test]
fn a_wait_can_be_stopped() {
    let memory = Memory::allocate(Flag::BYTES);
    let flag = Flag::at(memory.view(), 0);
    flag.set(3);
    let stop = || Polled::Stop;
    assert_eq!(flag.wait(3, Patience::with_core(), stop), Waited::Done);
    assert_eq!(flag.wait(4, Patience::with_core(), stop), Waited::Stopped);
}

#[test]
#[should_panic(expected = "inside the memory")]
fn it_lies_inside() {
    let memory = Memory::allocate(Flag::BYTES);
    Flag::at(memory.view(), 8);
}
