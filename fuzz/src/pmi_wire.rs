//! Any bytes as messages of PMI-1 and PMI-2, and as a process mapping. What is read is written and read again.

use farreach_pmi::mapping::nodes_of_ranks;
use farreach_pmi::wire::{Message, Parsed, WireError, pmi1, pmi2};

type Parse = fn(&[u8]) -> Result<Parsed, WireError>;
type Encode = fn(&Message) -> Result<Vec<u8>, WireError>;

/// Reads the bytes in all three ways.
pub fn pmi_wire(bytes: &[u8]) {
    for (parse, encode) in [
        (pmi1::parse as Parse, pmi1::encode as Encode),
        (pmi2::parse, pmi2::encode),
    ] {
        let Ok(Some((message, length))) = parse(bytes) else {
            continue;
        };
        assert!(0 < length && length <= bytes.len());
        if let Ok(again) = encode(&message) {
            let (read, taken) = parse(&again).expect("a message").expect("a whole one");
            assert_eq!((read, taken), (message, again.len()));
        }
    }
    let size = u32::from(bytes.first().copied().unwrap_or(1));
    if let Ok(nodes) = nodes_of_ranks(&String::from_utf8_lossy(bytes), size) {
        assert_eq!(nodes.len() as u32, size);
    }
}
