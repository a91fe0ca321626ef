//! What processes have to agree on before they connect: the kind of their devices, and what these can do.
//!
//! ```text
//!   DeviceTag:  15 .... 10 │ 9 RoCEv2's port │ 8 adapter through libibverbs │ 7 ........ 0
//!               0          │                 │                              │ Abilities, by the bits of their set
//! ```
//!
//! Adapters, and software at RoCEv2's port, speak the standard's protocol. Each pair of processes agrees on the rest when it
//! connects, so abilities may differ. The software device at other ports is faster, and speaks to its like only.

use farreach_node::DeviceTag;
use farreach_verbs::{Abilities, Attributes};

/// The bit of an adapter through libibverbs.
const ADAPTER: u16 = 1 << 8;
/// The bit of the software device at RoCEv2's port.
const ROCE_PORT: u16 = 1 << 9;

/// Which kind a device is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeviceKind {
    Soft,
    SoftRoce,
    Adapter,
}

/// What other processes compare.
pub(super) fn tag(kind: DeviceKind, attributes: &Attributes) -> DeviceTag {
    let kind = match kind {
        DeviceKind::Soft => 0,
        DeviceKind::SoftRoce => ROCE_PORT,
        DeviceKind::Adapter => ADAPTER,
    };
    DeviceTag(kind | u16::from(attributes.abilities().bits()))
}

/// Whether two devices can be in one job.
#[inline]
pub(crate) fn go_together(own: DeviceTag, theirs: DeviceTag) -> bool {
    let speaks_standard = |tag: DeviceTag| tag.0 & (ADAPTER | ROCE_PORT) != 0;
    own == theirs || speaks_standard(own) && speaks_standard(theirs)
}

/// What differs between the device `own` of the process `us` and the device `theirs` of the process `them`, and the remedy.
#[cold]
pub(crate) fn disagreement(us: &str, own: DeviceTag, them: &str, theirs: DeviceTag) -> String {
    let remedy = if (own.0 ^ theirs.0) & (ADAPTER | ROCE_PORT) != 0 {
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
    let lacks = Abilities::NAMES
        .iter()
        .filter(|(ability, _)| !has.contains(*ability));
    let lacks: Vec<&str> = lacks.map(|(_, name)| *name).collect();
    match &lacks[..] {
        [] => device.to_owned(),
        lacks => format!("{device} (without {})", lacks.join(", ")),
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
        let told = disagreement("a", soft, "b", DeviceTag(253));
        assert!(
            told.ends_with("(without lists): give all processes the same FARREACH_SOFT_WITHOUT"),
            "{told}"
        );
    }
}
