//! The protocol of tagged messages between a few processes. Messages between two processes keep
//! their order; everything else happens in an order that a seed draws.

use std::collections::{BTreeMap, VecDeque};

use farreach_conformance::VecMemory;
use farreach_engine::{
    ANNOUNCED_MAX, Action, AnnouncedSource, Arrived, Awaited, Bug, EAGER, EAGER_BYTES, EAGER_MAX,
    Encoded, Found, Inquiry, KeptMessage, LEAD_MAX, PAGE_MAX, PART, Pattern, Posted, Received,
    SINGLE_MAX, SendMode, Sending, Tagged,
};
use farreach_verbs::Memory;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

const PROCESSES: u32 = 3;
const CONTEXT: u32 = 7;
const TAGS: u32 = 3;
/// The most bytes of a message that has a short head.
const SHORT_MAX: usize = 48;
/// The most bytes of a message: more than are fetched in pieces at a time.
const LEN_MAX: usize = 24 * SINGLE_MAX;

/// A message as the model knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Content {
    source: u32,
    tag: u32,
    bytes: Vec<u8>,
    /// The sender's request, and the protocol's number for the send while the send has not ended.
    request: Option<usize>,
    send: Option<u32>,
}

/// A receive as the model knows it.
struct Expected {
    into: VecMemory,
    /// The message that the model says it gets.
    content: Option<Content>,
}

/// Lists as MPI's rules describe matching, for one receiver.
#[derive(Default)]
struct Model {
    posted: Vec<(Pattern, usize)>,
    unexpected: VecDeque<Content>,
}

fn accepts(pattern: &Pattern, content: &Content) -> bool {
    pattern.source.is_none_or(|source| source == content.source)
        && pattern.tag.is_none_or(|tag| tag == content.tag)
}

/// What a request is: the send or the receive of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    Send(usize),
    Receive(usize),
}

struct Process {
    tagged: Tagged<VecMemory, Request>,
    model: Model,
    receives: Vec<Expected>,
    handles: Vec<(usize, Posted)>,
    /// The sends that have not ended: the receiver and the protocol's number.
    sends: BTreeMap<usize, (u32, Option<u32>)>,
    inquiries: Vec<Inquiry>,
    /// Whether the process probes now.
    is_probing: bool,
    /// How many pages of held messages the process has asked for.
    pages: usize,
    sent: usize,
    ended: usize,
}

/// The messages on the way from one process to another.
type Link = VecDeque<(u8, Vec<u8>)>;

struct World {
    rng: Pcg64,
    processes: Vec<Process>,
    /// By sender and receiver: number and bytes of each message on the way.
    links: BTreeMap<(u32, u32), Link>,
    /// The contents of the messages that were sent from one process to another, in order.
    contents: BTreeMap<(u32, u32), VecDeque<Content>>,
    /// Messages whose first part came while no receive waited, and the number of their bytes that have
    /// not come.
    copied: BTreeMap<(u32, u32), (Content, usize)>,
    /// The sends in parts that the caller has not ended, each with the parts that it has not sent.
    in_parts: Vec<((u32, u32), Link)>,
    /// The places of sources: the process's memory.
    places: Vec<VecMemory>,
    reads: Vec<(u32, Action<VecMemory, Request>)>,
    refuses: bool,
}

impl World {
    fn new(seed: u64, bug: Option<Bug>) -> World {
        let mut rng = Pcg64::seed_from_u64(seed);
        let refuses = rng.random_bool(0.3);
        let processes = (0..PROCESSES).map(|rank| {
            let mut tagged = Tagged::new(rank);
            if let Some(bug) = bug {
                tagged.plant(bug);
            }
            Process {
                tagged,
                model: Model::default(),
                receives: Vec::new(),
                handles: Vec::new(),
                sends: BTreeMap::new(),
                inquiries: Vec::new(),
                is_probing: false,
                pages: 0,
                sent: 0,
                ended: 0,
            }
        });
        World {
            processes: processes.collect(),
            rng,
            links: BTreeMap::new(),
            contents: BTreeMap::new(),
            copied: BTreeMap::new(),
            in_parts: Vec::new(),
            places: Vec::new(),
            reads: Vec::new(),
            refuses,
        }
    }

    fn length(&mut self) -> usize {
        match self.rng.random_range(0..10) {
            0 => 0,
            1..=4 => self.rng.random_range(0..100),
            5..=6 => self.rng.random_range(0..SINGLE_MAX + 100),
            7..=8 => self.rng.random_range(0..2 * EAGER_MAX),
            _ => self.rng.random_range(0..LEN_MAX),
        }
    }

    fn tag(&mut self) -> u32 {
        self.rng.random_range(0..TAGS)
    }

    fn send(&mut self, (from, to): (u32, u32), tag: u32, len: usize) {
        let mut bytes = vec![0; len];
        self.rng.fill(&mut bytes[..]);
        let content = Content {
            source: from,
            tag,
            bytes: bytes.clone(),
            request: None,
            send: None,
        };
        self.contents
            .entry((from, to))
            .or_default()
            .push_back(content);
        let process = &mut self.processes[from as usize];
        let is_plain = self.rng.random_bool(0.5);
        if is_plain
            && len <= SHORT_MAX
            && let Some(head) = process.tagged.encode_short(to, CONTEXT, tag, len)
        {
            if self.rng.random_bool(0.7) {
                let link = self.links.entry((from, to)).or_default();
                link.push_back((EAGER, [&head, &bytes[..]].concat()));
                return;
            }
            process.tagged.withdraw_short(to, len);
        }
        if is_plain && let Some(head) = process.tagged.encode_eager(to, CONTEXT, tag, len) {
            let mut parts = in_parts(&head, &bytes);
            let link = self.links.entry((from, to)).or_default();
            link.extend(parts.pop_front());
            if len > SINGLE_MAX {
                self.in_parts.push(((from, to), parts));
            }
            return;
        }
        let memory = VecMemory::from_bytes(&bytes);
        let place = if self.rng.random_bool(0.2) {
            AnnouncedSource::Sender
        } else {
            self.places.push(memory.clone());
            AnnouncedSource::Segment(self.places.len() as u64 - 1)
        };
        let mode = if self.rng.random_bool(0.2) {
            SendMode::Synchronous
        } else {
            SendMode::Standard
        };
        let number = process.sent;
        process.sent += 1;
        process.sends.insert(number, (to, None));
        let sending = Sending {
            to,
            context: CONTEXT,
            tag,
            mode,
            from: memory,
            place,
            eager_max: SINGLE_MAX >> (tag & 1),
            lead: if self.rng.random_bool(0.5) {
                self.rng.random_range(0..=LEAD_MAX)
            } else {
                0
            },
        };
        let send = process.tagged.enqueue_send(sending, Request::Send(number));
        if send.is_some() {
            process.sends.insert(number, (to, send));
        }
        let contents = self.contents.get_mut(&(from, to));
        let content = contents.and_then(VecDeque::back_mut).expect("just pushed");
        (content.request, content.send) = (Some(number), send);
        self.act(from);
    }

    /// Cancels a send that has not ended. Maybe it was cancelled before.
    fn cancel_send(&mut self, rank: u32) {
        let process = &mut self.processes[rank as usize];
        let open: Vec<u32> = process
            .sends
            .values()
            .filter_map(|&(_, send)| send)
            .collect();
        if let Some(&send) = open.choose(&mut self.rng) {
            process.tagged.cancel_send(send);
            self.act(rank);
        }
    }

    fn probe(&mut self, rank: u32) {
        let pattern = self.pattern();
        let process = &mut self.processes[rank as usize];
        process.is_probing = true;
        let found = process.tagged.probe(&pattern);
        let mut unexpected = process.model.unexpected.iter();
        let content = unexpected.find(|content| accepts(&pattern, content));
        assert_eq!(found, content.map(found_of));
        self.act(rank);
        self.processes[rank as usize].is_probing = false;
    }

    fn inquire(&mut self, rank: u32) {
        let of = self.rng.random_range(0..PROCESSES);
        let process = &mut self.processes[rank as usize];
        let inquiry = process.tagged.inquire(of);
        process.inquiries.push(inquiry);
        self.act(rank);
    }

    /// The contents that the model has of a sender's messages to a process: those that have not come, and
    /// those that no receive has got.
    fn contents_of(&mut self, link: (u32, u32)) -> impl Iterator<Item = &mut Content> {
        let sent = self.contents.get_mut(&link).into_iter().flatten();
        let model = &mut self.processes[link.1 as usize].model;
        let of_sender = move |content: &&mut Content| content.source == link.0;
        sent.chain(model.unexpected.iter_mut().filter(of_sender))
    }

    /// Sends the next part of a message, or ends the send.
    fn send_part(&mut self) {
        let at = self.rng.random_range(0..self.in_parts.len());
        let (link, parts) = &mut self.in_parts[at];
        let (from, to) = *link;
        if let Some(part) = parts.pop_front() {
            self.links.entry((from, to)).or_default().push_back(part);
            return;
        }
        self.in_parts.swap_remove(at);
        self.processes[from as usize].tagged.end_parts(to);
        self.act(from);
    }

    fn pattern(&mut self) -> Pattern {
        Pattern {
            context: CONTEXT,
            source: self
                .rng
                .random_bool(0.6)
                .then(|| self.rng.random_range(0..PROCESSES)),
            tag: self
                .rng
                .random_bool(0.6)
                .then(|| self.rng.random_range(0..TAGS)),
        }
    }

    fn receive(&mut self, rank: u32, pattern: &Pattern) {
        let len = match self.rng.random_range(0..4) {
            0 => self.rng.random_range(0..100),
            _ => LEN_MAX,
        };
        let into = VecMemory::allocate(len);
        let probes = self.rng.random_bool(0.3);
        let process = &mut self.processes[rank as usize];
        let number = process.receives.len();
        let model = &mut process.model;
        let at = model
            .unexpected
            .iter()
            .position(|content| accepts(pattern, content));
        let content = at.and_then(|at| model.unexpected.remove(at));
        if content.is_none() {
            model.posted.push((*pattern, number));
        }
        let expected = Expected {
            into: into.clone(),
            content,
        };
        if probes {
            let found = process.tagged.probe(pattern);
            assert_eq!(found, expected.content.as_ref().map(found_of));
        }
        let request = Request::Receive(number);
        process.receives.push(expected);
        let received = match probes.then(|| process.tagged.take(pattern)).flatten() {
            Some(taken) => Received::Matched(process.tagged.receive_matched(taken, into, request)),
            None => process.tagged.receive(pattern, || into, request),
        };
        match received {
            Received::Posted(posted) => process.handles.push((number, posted)),
            Received::Matched(Arrived::Ended(request, message)) => self.end(rank, request, message),
            Received::Matched(Arrived::Taken) => {}
        }
        self.act(rank);
    }

    fn cancel(&mut self, rank: u32) {
        let process = &mut self.processes[rank as usize];
        if process.handles.is_empty() {
            return;
        }
        let at = self.rng.random_range(0..process.handles.len());
        let (number, posted) = process.handles.swap_remove(at);
        let place = process
            .model
            .posted
            .iter()
            .position(|&(_, posted)| posted == number);
        let cancelled = process.tagged.cancel(posted);
        assert_eq!(cancelled, place.map(|_| Request::Receive(number)));
        if let Some(place) = place {
            process.model.posted.remove(place);
            process.ended += 1;
        }
    }

    /// The model takes a message, which matches now, is unexpected, or waits for its further parts.
    fn match_in_model(&mut self, link: (u32, u32), number: u8, bytes: &[u8]) {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        if number == 12 && word(4) == 1 {
            // The sender takes a message back.
            let model = &mut self.processes[link.1 as usize].model;
            let is_it = |content: &Content| {
                content.source == link.0 && content.send == Some(word(0) as u32)
            };
            model.unexpected.retain(|content| !is_it(content));
        }
        // The bytes that come in parts and have not come, by the documented layout.
        let left = match number {
            0..=2 => 0,
            8 => word(8) - (bytes.len() - 12),
            PART => {
                let Some((_, left)) = self.copied.get_mut(&link) else {
                    return;
                };
                *left -= bytes.len();
                if *left == 0 {
                    let (content, _) = self.copied.remove(&link).expect("it was there");
                    if let Some(content) = self.match_posted(link.1, content) {
                        let model = &mut self.processes[link.1 as usize].model;
                        model.unexpected.push_back(content);
                    }
                }
                return;
            }
            _ => return,
        };
        let contents = self.contents.get_mut(&link).expect("it was sent");
        let content = contents.pop_front().expect("it was sent");
        let Some(content) = self.match_posted(link.1, content) else {
            return;
        };
        if left > 0 {
            self.copied.insert(link, (content, left));
        } else {
            let model = &mut self.processes[link.1 as usize].model;
            model.unexpected.push_back(content);
        }
    }

    /// Gives a message to the oldest receive that accepts it. Returns it if none does.
    fn match_posted(&mut self, rank: u32, content: Content) -> Option<Content> {
        let process = &mut self.processes[rank as usize];
        let mut posted = process.model.posted.iter();
        let Some(at) = posted.position(|(pattern, _)| accepts(pattern, &content)) else {
            return Some(content);
        };
        let (_, receive) = process.model.posted.remove(at);
        process.receives[receive].content = Some(content);
        None
    }

    /// Delivers the next message of a link.
    fn deliver(&mut self, (from, to): (u32, u32)) {
        let link = self.links.get_mut(&(from, to)).expect("it has a message");
        let (number, bytes) = link.pop_front().expect("it has a message");
        if link.is_empty() {
            self.links.remove(&(from, to));
        }
        if number == EAGER
            && let Some((&head, body)) = bytes.split_first_chunk()
            && body.len() <= SHORT_MAX
            && self.rng.random()
            && self.receive_short((from, to), head, body)
        {
            self.act(to);
            return;
        }
        self.match_in_model((from, to), number, &bytes);
        let lies_in_place = number == EAGER && self.rng.random();
        let process = &mut self.processes[to as usize];
        let arrived = match bytes.split_first_chunk() {
            Some((&head, body)) if lies_in_place => {
                let write = |into: &VecMemory| {
                    let fits = body.len().min(into.len());
                    into.write(0, &body[..fits]).expect("within the target");
                };
                let copy = || body.into();
                process
                    .tagged
                    .arrive_in_place(from, head, body.len(), write, copy)
            }
            _ => process.tagged.arrive(from, number, &bytes),
        };
        let arrived =
            arrived.unwrap_or_else(|| panic!("message {number} of {from} to {to} was dropped"));
        let (count, bytes) = process.tagged.unexpected();
        let asked = process.pages * PAGE_MAX;
        assert!(bytes <= (PROCESSES * EAGER_BYTES) as usize + 64 * asked);
        assert!(count <= (PROCESSES * (EAGER_BYTES / 64 + ANNOUNCED_MAX)) as usize + asked);
        if let Arrived::Ended(request, message) = arrived {
            self.end(to, request, message);
        }
        self.act(to);
    }

    /// Receives by a pattern that is drawn, without posting the receive, while a short message arrives: an unexpected message, or this
    /// one. Returns whether the message has arrived.
    fn receive_short(&mut self, link: (u32, u32), head: [u8; 8], body: &[u8]) -> bool {
        let (from, to) = link;
        let pattern = self.pattern();
        let into = VecMemory::allocate(self.rng.random_range(0..100));
        let process = &mut self.processes[to as usize];
        let unexpected = &mut process.model.unexpected;
        let at = unexpected
            .iter()
            .position(|content| accepts(&pattern, content));
        match process.tagged.receive_kept(&pattern, &into) {
            KeptMessage::Other => return false,
            KeptMessage::Received(found) => {
                let content = at.and_then(|at| unexpected.remove(at));
                assert_eq!(Some(found), content.as_ref().map(found_of));
                self.end_unposted(to, Expected { into, content }, found);
                return false;
            }
            KeptMessage::Nothing => assert_eq!(at, None),
        }
        let awaited = process
            .tagged
            .arrive_awaited(&pattern, &into, (from, head, body))
            .expect("it was sent");
        let contents = self.contents.get_mut(&link).expect("it was sent");
        let content = contents.front().expect("it was sent");
        let mut posted = process.model.posted.iter();
        let is_its =
            accepts(&pattern, content) && !posted.any(|(posted, _)| accepts(posted, content));
        match awaited {
            Awaited::Received(found) => {
                assert!(is_its && found == found_of(content));
                let content = contents.pop_front();
                self.end_unposted(to, Expected { into, content }, found);
            }
            Awaited::Other(arrived) => {
                assert!(!is_its);
                let bytes = [&head, body].concat();
                self.match_in_model(link, EAGER, &bytes);
                if let Arrived::Ended(request, message) = arrived {
                    self.end(to, request, message);
                }
            }
        }
        true
    }

    /// A receive has ended that was not posted.
    fn end_unposted(&mut self, rank: u32, expected: Expected, found: Found) {
        let receives = &mut self.processes[rank as usize].receives;
        let number = receives.len();
        receives.push(expected);
        self.end(rank, Request::Receive(number), found);
    }

    /// Carries out what a process wants.
    fn act(&mut self, rank: u32) {
        while let Some(action) = self.processes[rank as usize].tagged.action() {
            match action {
                Action::Message { to, head, body } => {
                    if head.number() == 11 {
                        let process = &mut self.processes[rank as usize];
                        process.pages += 1;
                        let waits = process.tagged.posted() > 0 || process.is_probing;
                        assert!(waits, "rank {rank} waits for nothing");
                    }
                    let mut bytes = Vec::new();
                    if let Some((memory, offset, len)) = body {
                        bytes.resize(len, 0);
                        memory.read(offset, &mut bytes).unwrap();
                    }
                    let link = self.links.entry((rank, to)).or_default();
                    link.push_back((head.number(), [head.as_slice(), &bytes].concat()));
                }
                Action::Read { .. } => self.reads.push((rank, action)),
                Action::End { request, message } => self.end(rank, request, message),
                Action::Cancelled { request } => {
                    let Request::Send(number) = request else {
                        panic!("receives are cancelled at once");
                    };
                    let process = &mut self.processes[rank as usize];
                    let (to, _) = process.sends.remove(&number).expect("a send ends once");
                    // The sender held it, or the model has dropped it at the receiver.
                    let contents = self.contents.entry((rank, to)).or_default();
                    contents.retain(|content| content.request != Some(number));
                    let left = self.contents_of((rank, to));
                    assert!(left.filter(|left| left.request == Some(number)).count() == 0);
                }
                Action::Answered => {}
            }
        }
    }

    fn end_a_read(&mut self) {
        let index = self.rng.random_range(0..self.reads.len());
        let (rank, action) = self.reads.swap_remove(index);
        let Action::Read {
            read,
            place: AnnouncedSource::Segment(place),
            into,
            at,
            len,
            ..
        } = action
        else {
            panic!("only these are kept");
        };
        let tagged = &mut self.processes[rank as usize].tagged;
        if self.refuses {
            tagged.refuse_read(read);
        } else {
            let mut bytes = vec![0; len];
            self.places[place as usize].read(at, &mut bytes).unwrap();
            into.write(at, &bytes).unwrap();
            tagged.end_read(read);
        }
        self.act(rank);
    }

    fn end(&mut self, rank: u32, request: Request, message: Found) {
        let process = &mut self.processes[rank as usize];
        match request {
            Request::Send(number) => {
                let (to, _) = process.sends.remove(&number).expect("a send ends once");
                let mut contents = self.contents_of((rank, to));
                let content = contents.find(|content| content.request == Some(number));
                if let Some(content) = content {
                    content.send = None;
                }
            }
            Request::Receive(number) => {
                process.ended += 1;
                let expected = &mut process.receives[number];
                let content = expected
                    .content
                    .take()
                    .expect("it has matched, and ends once");
                assert_eq!(message, found_of(&content), "receive {number} of {rank}");
                let fits = content.bytes.len().min(expected.into.len());
                assert!(expected.into.to_vec()[..fits] == content.bytes[..fits]);
            }
        }
    }

    /// One step of those that are under way. Returns whether there was one.
    fn step(&mut self) -> bool {
        if !self.reads.is_empty() && (self.links.is_empty() || self.rng.random_bool(0.3)) {
            self.end_a_read();
            return true;
        }
        if !self.in_parts.is_empty() && (self.links.is_empty() || self.rng.random_bool(0.3)) {
            self.send_part();
            return true;
        }
        let count = self.links.len();
        if count == 0 {
            return false;
        }
        let at = self.rng.random_range(0..count);
        let link = *self.links.keys().nth(at).expect("below the count");
        self.deliver(link);
        true
    }

    fn run(&mut self) {
        for _ in 0..300 {
            let rank = self.rng.random_range(0..PROCESSES);
            match self.rng.random_range(0..20) {
                0..5 => {
                    let to = self.rng.random_range(0..PROCESSES);
                    let (tag, len) = (self.tag(), self.length());
                    self.send((rank, to), tag, len);
                }
                5..9 => {
                    let pattern = self.pattern();
                    self.receive(rank, &pattern);
                }
                9 => match self.rng.random_range(0..4) {
                    0 => self.cancel(rank),
                    1 => self.cancel_send(rank),
                    2 => self.probe(rank),
                    _ => self.inquire(rank),
                },
                10 => {
                    // A burst, so that budgets do not suffice.
                    let to = self.rng.random_range(0..PROCESSES);
                    // Of announcements alone, bytes may be left for a short message.
                    let long = self.rng.random_bool(0.3).then_some(EAGER_MAX + 1);
                    // Of one tag, so that receives of another wait for what is behind all of these.
                    let same = self.rng.random_bool(0.3).then(|| self.tag());
                    for _ in 0..self.rng.random_range(0..100) {
                        let len = long.unwrap_or_else(|| self.length());
                        let tag = same.unwrap_or_else(|| self.tag());
                        self.send((rank, to), tag, len);
                    }
                }
                _ => {
                    self.step();
                }
            }
        }
        self.receive_all();
    }

    /// Nothing is under way. No receive waits for a message that was sent.
    fn check_progress(&self) {
        for (&(from, to), contents) in &self.contents {
            for (pattern, number) in &self.processes[to as usize].model.posted {
                let waits = contents.iter().any(|content| accepts(pattern, content));
                assert!(
                    !waits,
                    "receive {number} of {to} waits for what {from} has sent"
                );
            }
        }
    }

    /// Receives what is left, and checks that nothing is.
    fn receive_all(&mut self) {
        let any = Pattern {
            context: CONTEXT,
            source: None,
            tag: None,
        };
        loop {
            while self.step() {}
            self.check_progress();
            let waiting = |rank: &u32| {
                let process = &self.processes[*rank as usize];
                process.tagged.unexpected().0 > 0
            };
            let Some(rank) = (0..PROCESSES).find(waiting) else {
                break;
            };
            self.receive(rank, &any);
        }
        for (rank, process) in self.processes.iter_mut().enumerate() {
            for &inquiry in &process.inquiries {
                assert!(process.tagged.is_answered(inquiry));
            }
            assert!(
                process.sends.is_empty(),
                "rank {rank} has sends that did not end"
            );
            let posted = process.model.posted.len();
            assert_eq!(process.tagged.posted(), posted);
            assert_eq!(process.ended + posted, process.receives.len());
            assert!(
                process.tagged.is_settled(),
                "rank {rank} has not got its budget back"
            );
        }
    }
}

/// The messages that carry the parts of a message.
fn in_parts(head: &Encoded, bytes: &[u8]) -> Link {
    let parts = head.parts(bytes.len()).enumerate();
    let parts = parts.map(|(index, part)| match index {
        0 => (head.number(), [head.as_slice(), &bytes[part]].concat()),
        _ => (PART, bytes[part].to_vec()),
    });
    parts.collect()
}

fn found_of(content: &Content) -> Found {
    Found {
        source: content.source,
        tag: content.tag,
        len: content.bytes.len(),
    }
}

/// The number of seeds: the setting's, or a few.
fn seeds() -> u64 {
    let all = std::env::var("FARREACH_SCHEDULES").ok();
    all.and_then(|all| all.parse().ok()).unwrap_or(100)
}

#[test]
fn schedules_of_tagged_messages() {
    let seed = std::env::var("FARREACH_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let range = seed.map_or(0..seeds(), |seed: u64| seed..seed + 1);
    for seed in range {
        println!("FARREACH_SEED={seed}");
        World::new(seed, None).run();
    }
}

fn is_found(bug: Bug) -> bool {
    std::panic::set_hook(Box::new(|_| ()));
    let found = (0..50).any(|seed| {
        let run = std::panic::catch_unwind(|| World::new(seed, Some(bug)).run());
        run.is_err()
    });
    let _ = std::panic::take_hook();
    found
}

#[test]
fn schedules_find_planted_bugs_of_tagged_messages() {
    for bug in [
        Bug::CreditForgotten,
        Bug::HeldOvertaken,
        Bug::FetchForgotten,
        Bug::NextForgotten,
        Bug::PartsMixed,
    ] {
        assert!(is_found(bug), "{bug:?}");
    }
}

/// Messages that nobody sends change nothing.
#[test]
fn any_message_is_harmless() {
    let mut rng = Pcg64::seed_from_u64(1);
    let mut world = World::new(1, None);
    for _ in 0..20_000 {
        let mut bytes = vec![0; rng.random_range(0..60)];
        rng.fill(&mut bytes[..]);
        for byte in &mut bytes {
            // Small numbers are those of sends and receives.
            if rng.random_bool(0.8) {
                *byte = 0;
            }
        }
        // Those that begin nothing.
        let number = *[3, 4, 5, 6, 7, PART, 11, 13, 14]
            .choose(&mut rng)
            .expect("some");
        let (from, to) = (
            rng.random_range(0..PROCESSES),
            rng.random_range(0..PROCESSES),
        );
        let tagged = &mut world.processes[to as usize].tagged;
        if let Some(Arrived::Ended(request, message)) = tagged.arrive(from, number, &bytes) {
            world.end(to, request, message);
        }
    }
    world.run();
}
