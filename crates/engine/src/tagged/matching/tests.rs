//! Matching beside a model that searches lists.

use alloc::vec::Vec;

use proptest::prelude::*;

use super::{Envelope, Matching, Pattern, Posted};

#[derive(Clone, Debug)]
enum Step {
    Receive(Pattern),
    Arrive(Envelope),
    Probe(Pattern),
    Cancel(prop::sample::Index),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let few = || 0u32..3;
    let envelope = (0u32..2, few(), few());
    let envelope = envelope.prop_map(|(context, source, tag)| Envelope {
        context,
        source,
        tag,
    });
    let pattern = || {
        let parts = (0u32..2, prop::option::of(few()), prop::option::of(few()));
        parts.prop_map(|(context, source, tag)| Pattern {
            context,
            source,
            tag,
        })
    };
    let step = prop_oneof![
        4 => pattern().prop_map(Step::Receive),
        4 => envelope.prop_map(Step::Arrive),
        1 => pattern().prop_map(Step::Probe),
        1 => any::<prop::sample::Index>().prop_map(Step::Cancel),
    ];
    prop::collection::vec(step, 0..200)
}

fn accepts(pattern: &Pattern, envelope: &Envelope) -> bool {
    pattern.context == envelope.context
        && pattern
            .source
            .is_none_or(|source| source == envelope.source)
        && pattern.tag.is_none_or(|tag| tag == envelope.tag)
}

/// Lists in the order of time, as MPI's rules describe matching.
#[derive(Default)]
struct Model {
    posted: Vec<(Pattern, usize)>,
    unexpected: Vec<(Envelope, usize)>,
}

impl Model {
    fn find(&self, pattern: &Pattern) -> Option<usize> {
        let mut all = self.unexpected.iter();
        all.position(|(envelope, _)| accepts(pattern, envelope))
    }
}

proptest! {
    #[test]
    fn as_a_model_of_two_lists(steps in steps()) {
        let mut model = Model::default();
        let mut matching = Matching::<usize, usize>::new();
        let mut handles: Vec<(usize, Posted)> = Vec::new();
        for (number, step) in steps.into_iter().enumerate() {
            match step {
                Step::Receive(pattern) => {
                    let found = matching.take(&pattern);
                    let expected = model.find(&pattern).map(|at| model.unexpected.remove(at));
                    prop_assert_eq!(found, expected);
                    if found.is_none() {
                        handles.push((number, matching.post(&pattern, || number)));
                        model.posted.push((pattern, number));
                    }
                }
                Step::Arrive(envelope) => {
                    let at = model.posted.iter().position(|(pattern, _)| accepts(pattern, &envelope));
                    let expected = at.map(|at| model.posted.remove(at).1);
                    let found = matching.arrive(&envelope, |_| ());
                    prop_assert_eq!(found, expected);
                    if found.is_none() {
                        matching.keep(&envelope, || number);
                        model.unexpected.push((envelope, number));
                    }
                }
                Step::Probe(pattern) => {
                    let found = matching.probe(&pattern).map(|(envelope, &number)| (envelope, number));
                    prop_assert_eq!(found, model.find(&pattern).map(|at| model.unexpected[at]));
                }
                Step::Cancel(index) => {
                    if handles.is_empty() {
                        continue;
                    }
                    let (number, posted) = handles.swap_remove(index.index(handles.len()));
                    let at = model.posted.iter().position(|&(_, posted)| posted == number);
                    let expected = at.map(|at| model.posted.remove(at).1);
                    prop_assert_eq!(matching.cancel(posted), expected);
                }
            }
            prop_assert_eq!(matching.posted(), model.posted.len());
            let unexpected = matching.unexpected().map(|(envelope, &number)| (envelope, number));
            prop_assert!(unexpected.eq(model.unexpected.iter().copied()));
            let awaited: Vec<Pattern> = matching.patterns().collect();
            let is_posted = |of: &Pattern| model.posted.iter().any(|(pattern, _)| pattern == of);
            prop_assert!(awaited.iter().all(is_posted));
            prop_assert!(model.posted.iter().all(|(pattern, _)| awaited.contains(pattern)));
        }
    }
}
