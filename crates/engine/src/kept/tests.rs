//! Tests of kept registrations, against a model that knows all that was ever registered.

use alloc::collections::BTreeMap;
use alloc::vec;

use farreach_verbs::Rkey;
use proptest::prelude::*;

use super::*;

const LIMIT: u64 = 1000;
const BASE: u64 = 1 << 40;

/// What a test does.
#[derive(Clone, Debug)]
enum Step {
    /// A use of a place begins.
    Use(Place, Access),
    /// The use with this number among those that go on ends.
    End(usize),
    Replaced(Range<u64>),
    Emptied(Range<u64>),
    GiveUp,
}

fn places() -> impl Strategy<Value = Place> {
    // Few places, so that they come again.
    (0_u64..8, 1_u64..5).prop_map(|(start, len)| (start * 100, len * 100))
}

fn steps() -> impl Strategy<Value = Step> {
    let access = prop_oneof![
        Just(Access::NONE),
        Just(Access::LOCAL_WRITE),
        Just(Access::REMOTE_READ)
    ];
    let ranges = || places().prop_map(|(start, len)| start..start + len);
    prop_oneof![
        8 => (places(), access).prop_map(|(place, access)| Step::Use(place, access)),
        6 => (0_usize..8).prop_map(Step::End),
        2 => ranges().prop_map(Step::Replaced),
        1 => ranges().prop_map(|range| Step::Emptied(range.start..range.start + 10)),
        1 => Just(Step::GiveUp),
    ]
}

/// A registration that the device has.
struct Known {
    place: Place,
    uses: usize,
    is_stale: bool,
}

/// The model: the device's registrations, and the places that may not be kept.
#[derive(Default)]
struct Model {
    kept: BTreeMap<Lkey, Known>,
    emptied: Vec<Range<u64>>,
    uses: Vec<Lkey>,
    next: u32,
}

impl Model {
    fn over(&mut self, over: Vec<Lkey>) {
        for lkey in over {
            let known = self.kept.remove(&lkey).expect("registered");
            assert_eq!(known.uses, 0, "it is in use");
        }
    }

    fn step(&mut self, kept: &mut Kept, step: Step) {
        match step {
            Step::Use(place, access) => self.use_place(kept, place, access),
            Step::End(number) if number < self.uses.len() => {
                let lkey = self.uses.swap_remove(number);
                let known = self.kept.get_mut(&lkey).expect("in use");
                known.uses -= 1;
                let expected = match (known.uses, known.is_stale) {
                    (1.., _) => Ended::Used,
                    (0, false) => Ended::Idle,
                    (0, true) => Ended::Over,
                };
                assert_eq!(kept.end(lkey), expected);
                if expected == Ended::Over {
                    self.over(vec![lkey]);
                }
            }
            Step::End(_) => assert_eq!(kept.end(Lkey(u32::MAX)), Ended::Unknown),
            Step::Replaced(range) => {
                let over = kept.change(&Change::Replaced(range.clone()));
                self.change(&range, over);
            }
            Step::Emptied(range) => {
                let over = kept.change(&Change::Emptied(range.clone()));
                self.emptied.push(range.clone());
                self.change(&range, over);
            }
            Step::GiveUp => {
                let over = kept.give_up();
                self.over(over);
                assert!(self.kept.values().all(|known| known.uses > 0));
            }
        }
        let bytes = self.kept.values().map(|known| known.place.1).sum();
        assert_eq!(kept.size(), (self.kept.len(), bytes));
        assert!(bytes <= LIMIT);
    }

    fn change(&mut self, range: &Range<u64>, over: Vec<Lkey>) {
        self.over(over);
        for known in self.kept.values_mut() {
            if overlaps(known.place, range) {
                assert!(known.uses > 0, "what nobody uses ends with its memory");
                known.is_stale = true;
            }
        }
    }

    fn use_place(&mut self, kept: &mut Kept, place: Place, access: Access) {
        if let Some(region) = kept.find(place, access) {
            let known = self.kept.get_mut(&region.lkey).expect("registered");
            assert!(!known.is_stale, "the memory is another by now");
            assert!(within(place, known.place));
            assert_eq!(region.base, BASE + place.0, "the address of its first byte");
            known.uses += 1;
            self.uses.push(region.lkey);
            return;
        }
        let is_idle =
            |known: &Known| within(place, known.place) && known.uses == 0 && !known.is_stale;
        assert!(!self.kept.values().any(is_idle), "one would have served");
        if !kept.wants(place) {
            return;
        }
        let was_emptied = self.emptied.iter().any(|range| overlaps(place, range));
        assert!(!was_emptied, "memory that was emptied");
        let Some(over) = kept.make_room(place) else {
            let used = self.kept.values().filter(|known| known.uses > 0);
            let used: u64 = used.map(|known| known.place.1).sum();
            assert!(used + place.1 > LIMIT, "there is room");
            return;
        };
        self.over(over);
        self.next += 1;
        let region = Region {
            lkey: Lkey(self.next),
            rkey: Rkey(self.next),
            base: BASE + place.0,
        };
        kept.add(place, region, access);
        let known = Known {
            place,
            uses: 1,
            is_stale: false,
        };
        self.kept.insert(region.lkey, known);
        self.uses.push(region.lkey);
    }
}

proptest! {
    #[test]
    fn kept_regions_are_those_of_the_model(steps in prop::collection::vec(steps(), 1..200)) {
        let mut kept = Kept::new(LIMIT);
        let mut model = Model::default();
        for step in steps {
            model.step(&mut kept, step);
        }
    }

    /// Whatever was refused stays refused, however many ranges there are.
    #[test]
    fn refused_ranges_stay_refused(places in prop::collection::vec((0_u64..100_000, 1_u64..50), 1..300)) {
        let mut kept = Kept::new(LIMIT);
        for (number, &place) in places.iter().enumerate() {
            kept.refuse(place);
            prop_assert!(kept.refused.len() <= REFUSED_MOST);
            prop_assert!(kept.refused.windows(2).all(|pair| pair[0].end < pair[1].start));
            prop_assert!(places[..=number].iter().all(|&place| kept.is_refused(place)));
        }
    }
}

#[test]
fn the_least_recently_used_makes_room() {
    let mut kept = Kept::new(300);
    let region = |number| Region {
        lkey: Lkey(number),
        rkey: Rkey(0),
        base: 0,
    };
    for number in 0..3 {
        let place = (u64::from(number) * 100, 100);
        assert_eq!(kept.make_room(place), Some(Vec::new()));
        kept.add(place, region(number), Access::NONE);
        assert_eq!(kept.end(Lkey(number)), Ended::Idle);
    }
    assert!(kept.find((0, 100), Access::NONE).is_some());
    // The first is in use, and the second was used before the third.
    assert_eq!(kept.make_room((900, 100)), Some(vec![Lkey(1)]));
    assert_eq!(kept.make_room((900, 250)), None);
    assert_eq!(kept.end(Lkey(0)), Ended::Idle);
    assert_eq!(kept.make_room((900, 250)), Some(vec![Lkey(2), Lkey(0)]));
}

#[test]
fn what_peers_write_and_what_is_too_long_is_not_kept() {
    let mut kept = Kept::new(100);
    assert!(kept.permits(Access::LOCAL_WRITE | Access::REMOTE_READ));
    assert!(!kept.permits(Access::REMOTE_WRITE));
    assert!(!kept.permits(Access::ALL));
    assert!(!Kept::new(0).permits(Access::NONE));
    let wants = |kept: &mut Kept, place| (0..2).any(|_| kept.wants(place));
    assert!(wants(&mut kept, (0, 100)));
    assert!(!wants(&mut kept, (0, 101)));
}
