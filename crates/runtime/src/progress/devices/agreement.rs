//! What processes have to agree on before they connect: the kind of their devices, and what these can do.
//!
//! ```text
//!   DeviceTag:  15 .... 11 │ 10 adapters execute atomics │ 9 RoCEv2's port │ 8 adapter through libibverbs │ 7 ........ 0
//!               0          │                             │                 │                              │ Abilities, by the bits of their set
//! ```
//!
//! Adapters, and software at RoCEv2's port, speak the standard's protocol. Each pair of processes agrees on the rest when it
//! connects, so abilities may differ. The software device at other ports is faster, and speaks to its like only.
//!
//! Where adapters alone execute atomics, all have the same atomics: each process has to know, without a connection, which ones its own processor
//! must not execute.

use farreach_node::DeviceTag;
use farreach_verbs::{Abilities, Attributes};

use crate::job::settings::Executor;

/// The bit of an adapter through libibverbs.
const ADAPTER: u16 = 1 << 8;
/// The bit of the software device at RoCEv2's port.
const ROCE_PORT: u16 = 1 << 9;
/// The bit of devices that alone execute atomics on a process's words, though others of its node could.
const ATOMICS: u16 = 1 << 10;

/// Which kind a device is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeviceKind {
    Soft,
    SoftRoce,
    Adapter,
}

/// What other processes compare.
pub(super) fn tag(kind: DeviceKind, attributes: &Attributes, atomics: Executor) -> DeviceTag {
    let kind = match kind {
        DeviceKind::Soft => 0,
        DeviceKind::SoftRoce => ROCE_PORT,
        DeviceKind::Adapter => ADAPTER,
    };
    let is_alone = atomics == Executor::Adapter && !attributes.coherent_atomics;
    let atomics = if is_alone { ATOMICS } else { 0 };
    DeviceTag(kind | atomics | u16::from(attributes.abilities().bits()))
}

/// Whether two devices can be in one job.
#[inline]
pub(crate) fn go_together(own: DeviceTag, theirs: DeviceTag) -> bool {
    let speaks_standard = |tag: DeviceTag| tag.0 & (ADAPTER | ROCE_PORT) != 0;
    own == theirs
        || speaks_standard(own) && speaks_standard(theirs) && atomics_of(own) == atomics_of(theirs)
}

/// What is the same for all devices of a job: whether they alone execute atomics, and then which.
fn atomics_of(tag: DeviceTag) -> (bool, bool) {
    let is_alone = tag.0 & ATOMICS != 0;
    let has = Abilities::from_bits(tag.0 as u8);
    (
        is_alone,
        is_alone && has.contains(Abilities::EXTENDED_ATOMICS),
    )
}

/// What differs between the device `own` of the process `us` and the device `theirs` of the process `them`, and the remedy.
#[cold]
pub(crate) fn disagreement(us: &str, own: DeviceTag, them: &str, theirs: DeviceTag) -> String {
    let remedy = if atomics_of(own) != atomics_of(theirs) {
        "give all processes the same FARREACH_ATOMICS; adapter needs devices that are alike, owner does not"
    } else if (own.0 ^ theirs.0) & (ADAPTER | ROCE_PORT) != 0 {
        "give all processes the same FARREACH_DEVICE; with FARREACH_DEVICE=auto farreach run chooses for all hosts, and with \
         FARREACH_DEVICE=mixed hosts without an adapter take part in software"
    } else {
        "give all processes the same FARREACH_SOFT_WITHOUT"
    };
    format!(
        "{us} uses {}, and {them} uses {}: {remedy}",
        describe(own),
        describe(theirs)
    )
}

fn describe(tag: DeviceTag) -> String {
    let device = match tag.0 & (ADAPTER | ROCE_PORT) {
        0 => "the software device",
        ROCE_PORT => "the software device at RoCEv2's port",
        _ => "an adapter through libibverbs",
    };
    let has = Abilities::from_bits(tag.0 as u8);
    // Of others nothing is known.
    let told = Abilities::NAMES
        .iter()
        .filter(|(ability, _)| ability.bits() != 0);
    let lacks = told.filter(|(ability, _)| !has.contains(*ability));
    let lacks: Vec<&str> = lacks.map(|(_, name)| *name).collect();
    let executes = if tag.0 & ATOMICS == 0 {
        ""
    } else {
        ", which executes atomics"
    };
    match &lacks[..] {
        [] => format!("{device}{executes}"),
        lacks => format!("{device} (without {}){executes}", lacks.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use farreach_node::DeviceTag;

    use super::{disagreement, go_together};

    #[test]
    fn a_disagreement_names_both_sides_and_the_remedy() {
        let (soft, adapter) = (DeviceTag(255), DeviceTag(0x100));
        let told = disagreement("rank 0 (a)", soft, "rank 1 (b)", adapter);
        let begin = "rank 0 (a) uses the software device, and rank 1 (b) uses an adapter through libibverbs (without keyed-check,";
        assert!(
            told.starts_with(begin) && told.contains("the same FARREACH_DEVICE"),
            "{told}"
        );
        // Whoever speaks the standard's protocol goes together, whatever else the devices can.
        let software = DeviceTag(0x2f8);
        for (one, other) in [
            (adapter, DeviceTag(0x108)),
            (adapter, software),
            (soft, soft),
        ] {
            assert!(go_together(one, other) && go_together(other, one));
        }
        for one in [adapter, software, DeviceTag(253)] {
            assert!(!go_together(one, soft) && !go_together(soft, one));
        }
        let told = disagreement("a", soft, "b", software);
        assert!(
            told.contains("RoCEv2's port") && told.contains("=mixed"),
            "{told}"
        );
        // Words are changed by adapters of one kind, or by processors.
        for other in [adapter, DeviceTag(0x510)] {
            let alone = DeviceTag(0x500);
            assert!(go_together(alone, DeviceTag(0x520)) && !go_together(alone, other));
            let told = disagreement("a", alone, "b", other);
            assert!(told.contains("), which executes atomics, and b"), "{told}");
            assert!(told.contains("the same FARREACH_ATOMICS"), "{told}");
        }
        let told = disagreement("a", soft, "b", DeviceTag(253));
        assert!(
            told.ends_with("(without lists): give all processes the same FARREACH_SOFT_WITHOUT"),
            "{told}"
        );
    }
}
