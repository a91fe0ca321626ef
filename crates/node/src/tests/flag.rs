use std::thread;

use farreach_verbs::Memory as _;

use crate::{Flag, Memory, sleep};

/// Waits for the number, asleep from the first look in vain on if `sleeps`.
fn wait(flag: Flag<'_>, value: u64, sleeps: bool) {
    while flag.get() < value {
        if !sleeps {
            std::hint::spin_loop();
            continue;
        }
        let announced = [flag.alarm().announce()];
        if flag.get() < value {
            sleep(None, &announced, None);
        }
    }
}

fn raised_by_another(sleeps: bool) {
    let memory = Memory::allocate(2 * Flag::BYTES);
    let (there, back) = (Flag::at(memory.view(), 0), Flag::at(memory.view(), 16));
    thread::scope(|scope| {
        scope.spawn(|| {
            for value in 1..=2000 {
                wait(there, value, sleeps);
                back.set(there.get());
            }
        });
        for value in 1..=2000 {
            there.set(value);
            wait(back, value, sleeps);
            assert_eq!(back.get(), value);
        }
    });
}

#[test]
fn who_sleeps_is_woken_each_time() {
    raised_by_another(true);
}

#[test]
fn who_spins_sees_it() {
    raised_by_another(false);
}

#[test]
#[should_panic(expected = "inside the memory")]
fn it_lies_inside() {
    let memory = Memory::allocate(Flag::BYTES);
    Flag::at(memory.view(), 8);
}
