//! The program of a member in a sequence of collectives, and the expected results.

use std::cell::RefCell;
use std::sync::Arc;

use farreach_collectives::{
    Collectives, Counts, Fault, Flight, Group, INTERNAL_BYTES, Members, Operator, Order, Process,
    Resumes, Scan, Source, Strided, Target,
};

use crate::plan::{Call, KINDS, Kind, Plan, Trouble};
use crate::process::{SimError, SimProcess};

/// Bytes of the heap for each sequence. The first half is for sources.
const ROOM: usize = 20 << 20;
/// The byte that is left in memory which nobody may read any more.
const SCRIBBLE: u8 = 0xee;
/// The strides of the source and the target of a strided exchange.
const STRIDES: (usize, usize) = (2, 3);

/// The sum of words, of which an element has so many.
fn sum_of(words: usize) -> Operator<'static> {
    Operator {
        unit: 8 * words,
        combine: &sum,
        identity: &[0; 8 * ELEMENT][..8 * words],
        order: Order::Any,
    }
}

/// The most words of an element.
const ELEMENT: usize = 5;

fn sum(into: &mut [u8], other: &[u8]) {
    for (into, other) in into.chunks_exact_mut(8).zip(other.chunks_exact(8)) {
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
        let sum = word(into).wrapping_add(word(other));
        into.copy_from_slice(&sum.to_ne_bytes());
    }
}

/// Combines like numbers that are rounded: the result depends on the tree.
fn sum_in_tree(into: &mut [u8], other: &[u8]) {
    sum(into, other);
    for into in into.chunks_exact_mut(8) {
        let word = u64::from_ne_bytes((&*into).try_into().expect("8 bytes"));
        into.copy_from_slice(&word.wrapping_mul(0xbf58_476d_1ce4_e5b9).to_ne_bytes());
    }
}

/// What an operator makes of the members' data, by the definition of its order.
fn combined(operator: &Operator<'_>, root: u32, mut all: Vec<Vec<u8>>) -> Vec<u8> {
    fn tree(operator: &Operator<'_>, all: &[Vec<u8>]) -> Vec<u8> {
        if let [one] = all {
            return one.clone();
        }
        let (lower, upper) = all.split_at(all.len().next_power_of_two() / 2);
        let mut combined = tree(operator, lower);
        (operator.combine)(&mut combined, &tree(operator, upper));
        combined
    }
    match operator.order {
        Order::Any | Order::Binomial => all.rotate_left(root as usize),
        Order::Folded => {
            let left = (all.len() + 1).next_power_of_two() / 2;
            for pair in 0..all.len() - left {
                let upper = all.remove(pair + 1);
                (operator.combine)(&mut all[pair], &upper);
            }
        }
    }
    tree(operator, &all)
}

/// A word of a member's data.
fn word(seed: u64, member: usize, at: usize) -> u64 {
    let mixed = (seed ^ (member as u64) << 40 ^ at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// `len` words of a member's data from `at` on.
fn words(seed: u64, member: usize, at: usize, len: usize) -> Vec<u8> {
    let all = (at..at + len).flat_map(|at| word(seed, member, at).to_ne_bytes());
    all.collect()
}

/// The sum of `len` words from the first on over some members.
fn sums(seed: u64, members: impl Iterator<Item = usize>, len: usize) -> Vec<u8> {
    let mut total = vec![0; 8 * len];
    for member in members {
        sum(&mut total, &words(seed, member, 0, len));
    }
    total
}

/// An operand: in private memory or in the segment.
enum Operand {
    Private(Vec<u8>),
    Segment { offset: usize, len: usize },
}

impl Operand {
    fn new(
        process: &SimProcess,
        offset: Option<usize>,
        bytes: Vec<u8>,
    ) -> Result<Operand, SimError> {
        let Some(offset) = offset else {
            return Ok(Operand::Private(bytes));
        };
        process.store(process.rank(), offset, &bytes)?;
        let len = bytes.len();
        Ok(Operand::Segment { offset, len })
    }

    fn source(&self) -> Source<'_> {
        match self {
            Operand::Private(bytes) => Source::Private(bytes),
            &Operand::Segment { offset, len } => Source::Segment { offset, len },
        }
    }

    fn target(&mut self) -> Target<'_> {
        match self {
            Operand::Private(bytes) => Target::Private(bytes),
            &mut Operand::Segment { offset, len } => Target::Segment { offset, len },
        }
    }

    /// Takes the contents, and overwrites them with [`SCRIBBLE`].
    fn take(self, process: &SimProcess) -> Result<Vec<u8>, SimError> {
        match self {
            Operand::Private(bytes) => Ok(bytes),
            Operand::Segment { offset, len } => {
                let mut bytes = vec![0; len];
                process.load(process.rank(), offset, &mut bytes)?;
                process.store(process.rank(), offset, &vec![SCRIBBLE; len])?;
                Ok(bytes)
            }
        }
    }
}

/// A collective that a member calls. Its functions return the source, the result and the expected
/// result.
struct Called<'g> {
    process: &'g SimProcess,
    group: &'g Group<SimProcess>,
    run: Collectives<'g, SimProcess, Resumes<SimProcess>>,
    call: Call,
    /// The number of members, and the index of this one.
    n: usize,
    me: usize,
    /// The offset of the sources in the segment. The targets are half a room behind.
    base: usize,
}

impl<'g> Called<'g> {
    fn source(&self, bytes: Vec<u8>) -> Result<Operand, SimError> {
        let offset = self.call.source_in_segment.then_some(self.base);
        Operand::new(self.process, offset, bytes)
    }

    fn target(&self, bytes: Vec<u8>) -> Result<Operand, SimError> {
        let offset = self.base + ROOM / 2;
        let offset = self.call.target_in_segment.then_some(offset);
        Operand::new(self.process, offset, bytes)
    }

    fn blank(&self, len: usize) -> Result<Operand, SimError> {
        self.target(vec![SCRIBBLE; 8 * len])
    }

    /// The sum of elements of one word, or of more where these are whole.
    fn sum(&self) -> Operator<'static> {
        let is_whole = self.call.words.is_multiple_of(ELEMENT) && self.call.seed & 1 == 0;
        sum_of(if is_whole { ELEMENT } else { 1 })
    }

    /// The operator of a reduction to `root`: a sum, or one with an order if the group has it.
    fn operator(&self, root: u32) -> Operator<'static> {
        let order = match self.call.seed >> 1 & 3 {
            0 => Order::Binomial,
            1 => Order::Folded,
            _ => Order::Any,
        };
        if order == Order::Any || !self.group.can_combine(self.process, order, root) {
            return self.sum();
        }
        Operator {
            combine: &sum_in_tree,
            order,
            ..self.sum()
        }
    }

    /// `len` words from `at` on that the members' words are combined to.
    fn combined(&self, operator: &Operator<'_>, root: u32, at: usize, len: usize) -> Vec<u8> {
        let of = |member| words(self.call.seed, member, at, len);
        combined(operator, root, (0..self.n).map(of).collect())
    }

    fn is_root(&self) -> bool {
        self.me == self.call.root as usize
    }

    /// The first words of all members.
    fn all(&self, len: usize) -> Vec<u8> {
        let of = |member| words(self.call.seed, member, 0, len);
        (0..self.n).flat_map(of).collect()
    }

    /// Declares that targets are ready, where that is possible, after all members have come.
    async fn readied(
        &self,
        into: &mut Operand,
    ) -> Result<Collectives<'g, SimProcess, Resumes<SimProcess>>, SimError> {
        if !self.call.ready_targets || !self.call.target_in_segment {
            return Ok(self.run.clone());
        }
        self.run.sync().await?;
        Ok(self.run.clone().into_ready_targets(&into.target()))
    }

    /// Collectives from one to all, and from all to one.
    async fn copy(&self) -> Result<(Operand, Operand, Vec<u8>), SimError> {
        let Call {
            kind,
            root,
            words: w,
            seed,
            ..
        } = self.call;
        let (n, me) = (self.n, self.me);
        let (from, mut into, expected);
        match kind {
            Kind::Sync => {
                (from, into, expected) = (
                    Operand::Private(Vec::new()),
                    Operand::Private(Vec::new()),
                    Vec::new(),
                );
                self.run.sync().await?;
            }
            Kind::Broadcast => {
                from = Operand::Private(Vec::new());
                into = self.target(if self.is_root() {
                    words(self.call.seed, me, 0, w)
                } else {
                    vec![SCRIBBLE; 8 * w]
                })?;
                expected = words(self.call.seed, root as usize, 0, w);
                self.run.broadcast(root, into.target()).await?;
            }
            Kind::BroadcastFrom => {
                from = self.source(words(self.call.seed, me, 0, w))?;
                into = self.blank(w)?;
                expected = words(self.call.seed, root as usize, 0, w);
                let run = self.readied(&mut into).await?;
                run.broadcast_from(root, from.source(), Some(into.target()))
                    .await?;
            }
            Kind::Gather => {
                from = self.source(words(self.call.seed, me, 0, w))?;
                into = self.blank(if self.is_root() { w * n } else { 0 })?;
                expected = if self.is_root() {
                    self.all(w)
                } else {
                    Vec::new()
                };
                let target = self.is_root().then(|| into.target());
                self.run.gather(root, from.source(), target).await?;
            }
            Kind::AllGather => {
                from = self.source(words(self.call.seed, me, 0, w))?;
                into = self.blank(w * n)?;
                expected = self.all(w);
                let run = self.readied(&mut into).await?;
                run.all_gather(from.source(), into.target()).await?;
            }
            Kind::Collect => {
                // Sometimes all members have the same length.
                let len = |member: usize| match seed % 4 {
                    0 => w,
                    _ => word(seed, member, 77) as usize % 3 * w / 2,
                };
                from = self.source(words(self.call.seed, me, 0, len(me)))?;
                expected = (0..n)
                    .flat_map(|member| words(self.call.seed, member, 0, len(member)))
                    .collect();
                if self.call.target_in_segment {
                    into = self.blank(expected.len() / 8)?;
                    let lengths = self
                        .run
                        .collect_into(from.source(), |_| into.target())
                        .await?;
                    assert!((0..n).all(|member| lengths[member] == 8 * len(member)));
                } else {
                    let (bytes, lengths) = self.run.collect(from.source()).await?;
                    assert!((0..n).all(|member| lengths[member] == 8 * len(member)));
                    into = Operand::Private(bytes);
                }
            }
            Kind::Scatter => {
                from = self.source(words(
                    self.call.seed,
                    me,
                    0,
                    if self.is_root() { w * n } else { 0 },
                ))?;
                into = self.blank(w)?;
                expected = words(self.call.seed, root as usize, me * w, w);
                let source = self.is_root().then(|| from.source());
                self.run.scatter(root, source, into.target()).await?;
            }
            _ => unreachable!("another kind"),
        }
        Ok((from, into, expected))
    }

    /// Collectives from each to each.
    async fn exchange(&self) -> Result<(Operand, Operand, Vec<u8>), SimError> {
        let Call {
            kind,
            words: w,
            seed,
            ..
        } = self.call;
        let (n, me) = (self.n, self.me);
        let (from, mut into, expected);
        match kind {
            Kind::AllToAll => {
                from = self.source(words(self.call.seed, me, 0, w * n))?;
                into = self.blank(w * n)?;
                expected = (0..n)
                    .flat_map(|member| words(self.call.seed, member, me * w, w))
                    .collect();
                let run = self.readied(&mut into).await?;
                run.all_to_all(from.source(), into.target()).await?;
            }
            Kind::AllToAllV => {
                let count = |from: usize, to: usize| word(seed, from, 999 + to) as usize % (w + 1);
                let sent: Vec<usize> = (0..n).map(|to| count(me, to)).collect();
                let received: Vec<usize> = (0..n).map(|from| count(from, me)).collect();
                let before = |from: usize| (0..me).map(|to| count(from, to)).sum();
                from = self.source(words(self.call.seed, me, 0, sent.iter().sum()))?;
                into = self.blank(received.iter().sum())?;
                expected = (0..n)
                    .flat_map(|member| {
                        words(self.call.seed, member, before(member), count(member, me))
                    })
                    .collect();
                let counts = |elements| Counts { elements, unit: 8 };
                let (sent, received) = (counts(&sent[..]), counts(&received[..]));
                self.run
                    .all_to_all_v(from.source(), sent, into.target(), received)
                    .await?;
            }
            Kind::AllToAllStrided => {
                let elements = w * n;
                let strided = Strided {
                    unit: 8,
                    count: w,
                    source: STRIDES.0,
                    target: STRIDES.1,
                };
                from = self.source(words(self.call.seed, me, 0, elements * STRIDES.0))?;
                into = self.blank(elements * STRIDES.1)?;
                let mut bytes = vec![SCRIBBLE; 8 * elements * STRIDES.1];
                for (to, element) in (0..elements).enumerate() {
                    let (member, k) = (element / w, element % w);
                    let one = words(self.call.seed, member, (me * w + k) * STRIDES.0, 1);
                    bytes[8 * to * STRIDES.1..][..8].copy_from_slice(&one);
                }
                expected = bytes;
                self.run
                    .all_to_all_strided(from.source(), into.target(), strided)
                    .await?;
            }
            _ => unreachable!("another kind"),
        }
        Ok((from, into, expected))
    }

    /// Reductions.
    async fn reduce(&self) -> Result<(Operand, Operand, Vec<u8>), SimError> {
        let Call {
            kind,
            root,
            words: w,
            seed,
            ..
        } = self.call;
        let (n, me) = (self.n, self.me);
        let (from, mut into, expected);
        match kind {
            Kind::AllReduce => {
                from = Operand::Private(Vec::new());
                into = self.target(words(self.call.seed, me, 0, w))?;
                let operator = self.operator(0);
                expected = self.combined(&operator, 0, 0, w);
                self.run
                    .all_reduce_into(None, into.target(), &operator)
                    .await?;
            }
            Kind::AllReduceFrom => {
                from = self.source(words(self.call.seed, me, 0, w))?;
                into = self.blank(w)?;
                let operator = self.operator(0);
                expected = self.combined(&operator, 0, 0, w);
                self.run
                    .all_reduce_from(from.source(), into.target(), &operator)
                    .await?;
            }
            Kind::Reduce => {
                from = Operand::Private(Vec::new());
                into = self.target(words(self.call.seed, me, 0, w))?;
                let operator = self.operator(root);
                expected = if self.is_root() {
                    self.combined(&operator, root, 0, w)
                } else {
                    words(self.call.seed, me, 0, w)
                };
                self.run.reduce(root, into.target(), &operator).await?;
            }
            Kind::ReduceScatter => {
                from = self.source(words(self.call.seed, me, 0, w * n))?;
                into = self.blank(w)?;
                let operator = self.operator(0);
                expected = self.combined(&operator, 0, me * w, w);
                self.run
                    .reduce_scatter(from.source(), into.target(), &operator)
                    .await?;
            }
            Kind::InclusiveScan | Kind::ExclusiveScan => {
                let (scan, members) = match kind {
                    Kind::InclusiveScan => (Scan::Inclusive, 0..me + 1),
                    _ => (Scan::Exclusive, 0..me),
                };
                from = Operand::Private(Vec::new());
                into = self.target(words(self.call.seed, me, 0, w))?;
                expected = sums(seed, members, w);
                self.run.scan(scan, into.target(), &self.sum()).await?;
            }
            _ => unreachable!("another kind"),
        }
        Ok((from, into, expected))
    }
}

/// A member of a sequence.
pub(crate) struct Member<'a> {
    pub(crate) process: &'a SimProcess,
    pub(crate) group: &'a Group<SimProcess>,
    pub(crate) plan: &'a Plan,
    pub(crate) sequence: usize,
    /// The flight of its present collective, for the schedule that continues it.
    pub(crate) flight: &'a RefCell<Option<Arc<Flight<SimProcess>>>>,
}

impl Member<'_> {
    /// Calls all collectives of the sequence.
    pub(crate) async fn run(&self) -> Result<(), SimError> {
        let sequence = &self.plan.sequences[self.sequence];
        for (number, call) in sequence.calls.iter().enumerate() {
            let flight = Arc::new(Flight::default());
            *self.flight.borrow_mut() = Some(Arc::clone(&flight));
            let mut call = *call;
            let differs = Trouble::Differs(self.process.rank(), self.sequence, number);
            if self.plan.trouble == differs {
                call.kind = if call.kind == Kind::Gather {
                    Kind::Scatter
                } else {
                    Kind::Gather
                };
            }
            self.call(call, flight).await?;
        }
        Ok(())
    }

    fn collectives<'g>(
        &'g self,
        group: &'g Group<SimProcess>,
        flight: &Arc<Flight<SimProcess>>,
    ) -> Collectives<'g, SimProcess, Resumes<SimProcess>> {
        let mode = Resumes(Arc::clone(flight));
        Collectives::new(self.process, group, mode, self.plan.compares)
            .switched(&self.plan.switches)
    }

    async fn call(&self, call: Call, flight: Arc<Flight<SimProcess>>) -> Result<(), SimError> {
        if call.kind == Kind::Split {
            return self.split(call, &flight).await;
        }
        let called = Called {
            process: self.process,
            group: self.group,
            run: self.collectives(self.group, &flight),
            call,
            n: self.group.size() as usize,
            me: self.group.index() as usize,
            base: INTERNAL_BYTES + self.sequence * ROOM,
        };
        let (from, into, expected) = match call.kind {
            Kind::AllToAll | Kind::AllToAllV | Kind::AllToAllStrided => called.exchange().await?,
            Kind::AllReduce
            | Kind::AllReduceFrom
            | Kind::Reduce
            | Kind::ReduceScatter
            | Kind::InclusiveScan
            | Kind::ExclusiveScan => called.reduce().await?,
            _ => called.copy().await?,
        };
        let found = into.take(self.process)?;
        from.take(self.process)?;
        if found == expected {
            return Ok(());
        }
        let at = found.iter().zip(&expected).position(|(a, b)| a != b);
        Err(SimError::Wrong(format!(
            "{call:?}: member {} of {} has {} bytes, wrong from {at:?} on, where {} are right",
            called.me,
            called.n,
            found.len(),
            expected.len()
        )))
    }

    /// Makes sets of some members each, calls a collective in them, and ends them.
    async fn split(&self, call: Call, flight: &Arc<Flight<SimProcess>>) -> Result<(), SimError> {
        let n = self.group.size() as usize;
        let color = |member: usize| word(call.seed, member, 3) % 3;
        let own = color(self.group.index() as usize);
        let ranks: Vec<u32> = (0..n)
            .filter(|&member| color(member) == own)
            .map(|member| self.group.members().rank(member as u32).expect("a member"))
            .collect();
        // Members of this color are in no set.
        let members = (own != 2).then_some(Members::Listed(ranks));
        let run = self.collectives(self.group, flight);
        let Some(group) = run.split(members).await? else {
            return Ok(());
        };
        let in_set = Member {
            group: &group,
            ..*self
        };
        // What a set leaves behind in its context, the next one with this context finds.
        for at in 0..call.seed % 4 {
            let seed = word(call.seed, at as usize, 5);
            let call = Call {
                kind: KINDS[seed as usize % (KINDS.len() - 1)],
                root: (seed >> 8) as u32 % group.size(),
                words: call.words.min(100),
                source_in_segment: seed & 16 == 0,
                target_in_segment: seed & 32 == 0,
                ready_targets: seed & 64 == 0,
                seed,
            };
            Box::pin(in_set.call(call, Arc::clone(flight))).await?;
        }
        self.collectives(&group, flight).disband().await
    }
}

/// Whether an error says that members differ.
pub(crate) fn tells_difference(error: &SimError) -> bool {
    matches!(error, SimError::Fault(Fault::Mismatch { .. }))
}
