//! The user's guide: its pages are in `src`, and this crate checks them.
//!
//! ```text
//!   src/*.md, ../README.md ── build.rs ──▶ functions ── tests/it ──▶ jobs: every program in Rust runs
//!                          ── blocks ────▶ crates/shmem-c/tests/it/guide.rs: every program in C, C++ and Fortran runs
//!                          ── tests/it ──▶ settings, and messages of the library, are those of the code
//! ```
//!
//! `cargo xtask tidy` checks the links. Invariant: nothing of the product depends on this crate. Start reading at [`blocks`].

/// A fenced block of a Markdown page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The line of the page, from 1, on which its fence is.
    pub line: usize,
    /// What stands inside.
    pub text: String,
}

/// The blocks of a page that are fenced as `language`.
///
/// ```
/// let page = "Text\n\n```rust\nlet a = 1;\n```\n\n```text\nno program\n```\n";
/// let blocks = farreach_guide::blocks(page, "rust");
/// assert_eq!(blocks.len(), 1);
/// assert_eq!((blocks[0].line, blocks[0].text.as_str()), (3, "let a = 1;\n"));
/// ```
///
/// # Panics
/// If a fence is not closed.
pub fn blocks(page: &str, language: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut lines = (1..).zip(page.lines());
    while let Some((line, text)) = lines.next() {
        let Some(name) = text.strip_prefix("```") else {
            continue;
        };
        let mut block = String::new();
        loop {
            let (_, text) = lines.next().expect("each fence is closed");
            if text.starts_with("```") {
                break;
            }
            block.push_str(text);
            block.push('\n');
        }
        if name == language {
            found.push(Block { line, text: block });
        }
    }
    found
}
