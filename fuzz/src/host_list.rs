//! Any text as a list of hosts.

use farreach_launch::hosts::{
    Deal, Excess, HostEntry, Wanted, deal, parse_file, parse_list, parse_slurm,
};

/// Reads `text` as each kind of list, and deals ranks to the hosts. The text up to the first zero byte is
/// the list, the rest what Slurm says of its tasks.
///
/// # Panics
/// If a name could be taken for an option, or ranks are lost.
pub fn host_list(text: &[u8]) {
    let text = String::from_utf8_lossy(text);
    let (list, tasks) = text.split_once('\0').unwrap_or((&text, ""));
    let lists = [
        parse_list(list),
        parse_file(list),
        parse_slurm(list, None),
        parse_slurm(list, Some(tasks)),
    ];
    for hosts in lists.into_iter().flatten() {
        assert!(hosts.iter().all(|host| !host.name.starts_with('-')));
        for order in [Deal::Blocks, Deal::InTurn] {
            for excess in [Excess::Refused, Excess::Spread] {
                check(&hosts, None, order, excess);
                check(&hosts, Some(hosts.len() as u32), order, excess);
            }
        }
    }
    let _ = list.parse::<Wanted>();
}

fn check(hosts: &[HostEntry], ranks: Option<u32>, order: Deal, excess: Excess) {
    // Placements of many ranks are right, but slow.
    let slots = hosts.iter().map(|host| u64::from(host.slots.unwrap_or(1)));
    if slots.sum::<u64>() > 1 << 12 {
        return;
    }
    if let Ok(dealt) = deal(hosts, ranks, None, order, excess) {
        let placement = &dealt.placement;
        assert_eq!(dealt.names.len(), placement.nodes() as usize);
        assert!(ranks.is_none_or(|ranks| placement.size() == ranks));
        let local = (0..placement.nodes()).map(|node| placement.local_size(node));
        assert_eq!(local.sum::<u32>(), placement.size());
    }
}
