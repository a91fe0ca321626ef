//! The header of NumPy's array file, format versions 1 to 3
//! (<https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>).
//!
//! ```text
//!   0      6      8            8 + 2 or 4
//!   ├──────┼──────┼─────────────┼────────────────────────────
//!   │\x93NUMPY│major minor│length │{'descr': '<f8', 'fortran_order': False, 'shape': (rows, cols), } spaces, newline
//!   │      │      │ u16 (v1), u32 │
//! ```

/// The elements begin at a multiple of this, as NumPy has it.
const ALIGNMENT: usize = 64;
/// Magic, version and length of the header in version 1.
const PREFIX: usize = 10;
const MAGIC: &[u8] = b"\x93NUMPY";
/// The longest header that is read. NumPy's own limit is 10,000 bytes.
const HEADER_MAX: usize = 1 << 16;
/// Bytes from which the header is read.
pub(crate) const HEAD_MAX: usize = HEADER_MAX + 12;

/// What a header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) descr: String,
    pub(crate) is_fortran_order: bool,
    pub(crate) shape: Vec<usize>,
    /// Where the elements begin in the file.
    pub(crate) start: usize,
}

/// The bytes in front of the elements.
pub(crate) fn head(descr: &str, shape: &[usize]) -> Vec<u8> {
    let extents: Vec<String> = shape.iter().map(|extent| format!("{extent},")).collect();
    let shape = extents.join(" ");
    let shape = if extents.len() > 1 {
        shape.trim_end_matches(',')
    } else {
        &shape
    };
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    let end = (PREFIX + header.len() + 1).next_multiple_of(ALIGNMENT);
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend(((end - PREFIX) as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.resize(end - 1, b' ');
    bytes.push(b'\n');
    bytes
}

/// Reads the first bytes of a file.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn parse(bytes: &[u8]) -> Result<Header, String> {
    let short = || "it ends inside of its header".to_owned();
    if !bytes.starts_with(MAGIC) {
        return Err("it does not begin with \\x93NUMPY".to_owned());
    }
    let length = |width: usize| {
        let length = bytes.get(8..8 + width)?;
        Some(
            length
                .iter()
                .rev()
                .fold(0, |all, &byte| all << 8 | usize::from(byte)),
        )
    };
    let (length, at) = match bytes.get(6) {
        Some(1) => (length(2), 10),
        Some(2 | 3) => (length(4), 12),
        Some(other) => return Err(format!("it has format version {other}: 1 to 3 are known")),
        None => return Err(short()),
    };
    let length = length.ok_or_else(short)?;
    if length > HEADER_MAX {
        return Err(format!(
            "a header of {length} bytes: the limit is {HEADER_MAX}"
        ));
    }
    let text = bytes[at..].get(..length).ok_or_else(short)?;
    let text = std::str::from_utf8(text).map_err(|_| "its header is no text".to_owned())?;
    let mut literal = Literal(text.trim());
    let (mut descr, mut order, mut shape) = (None, None, None);
    literal.expect("{")?;
    while !literal.accept("}") {
        let key = literal.string()?;
        literal.expect(":")?;
        match key {
            "descr" => descr = Some(literal.string()?.to_owned()),
            "fortran_order" if literal.accept("False") => order = Some(false),
            "fortran_order" if literal.accept("True") => order = Some(true),
            "shape" => shape = Some(literal.tuple()?),
            _ => return Err(format!("its header has an unknown key or value: {key}")),
        }
        if !literal.accept(",") {
            literal.expect("}")?;
            break;
        }
    }
    let missing = |key: &str| format!("its header lacks {key}");
    Ok(Header {
        descr: descr.ok_or_else(|| missing("descr"))?,
        is_fortran_order: order.ok_or_else(|| missing("fortran_order"))?,
        shape: shape.ok_or_else(|| missing("shape"))?,
        start: at + length,
    })
}

/// The rest of a Python literal.
struct Literal<'a>(&'a str);

impl<'a> Literal<'a> {
    fn accept(&mut self, token: &str) -> bool {
        match self.0.trim_start().strip_prefix(token) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.accept(token) {
            return Ok(());
        }
        let found: String = self.0.trim_start().chars().take(12).collect();
        Err(format!("its header has {found:?} where {token:?} belongs"))
    }

    fn string(&mut self) -> Result<&'a str, String> {
        let quote = if self.accept("\"") { '"' } else { '\'' };
        if quote == '\'' {
            self.expect("'")?;
        }
        let (string, rest) = self
            .0
            .split_once(quote)
            .ok_or("its header has a string without an end")?;
        self.0 = rest;
        Ok(string)
    }

    fn tuple(&mut self) -> Result<Vec<usize>, String> {
        let mut numbers = Vec::new();
        self.expect("(")?;
        while !self.accept(")") {
            let text = self.0.trim_start();
            let end = text
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(text.len());
            let number = text[..end].parse();
            let number = number.map_err(|_| "its header has an extent that is no number")?;
            self.0 = &text[end..];
            numbers.push(number);
            if !self.accept(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests;
