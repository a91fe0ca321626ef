//! Scans the tokens inside of a macro call, which have no syntax tree.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// An item between a macro's delimiters.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// A path `a::b::c`, or a single name.
    Path(Vec<String>),
    /// A macro call `name!`.
    MacroCall(String),
    /// An attribute `#[name …]`.
    Attribute(String),
    /// The start of a block, `unsafe {`.
    UnsafeBlock,
}

/// Lists paths, macro calls, attributes and unsafe blocks with their lines, in nested groups too.
pub(super) fn scan(stream: TokenStream, seen: &mut Vec<(usize, Seen)>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Group(group) => scan(group.stream(), seen),
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                if let Some(name) = attribute_name(tokens.get(at + 1)) {
                    seen.push((hash.span().start().line, Seen::Attribute(name)));
                }
            }
            TokenTree::Ident(first) => {
                let line = first.span().start().line;
                let mut path = vec![first.to_string()];
                while is_punct(tokens.get(at + 1), ':') && is_punct(tokens.get(at + 2), ':') {
                    let Some(TokenTree::Ident(next)) = tokens.get(at + 3) else {
                        break;
                    };
                    path.push(next.to_string());
                    at += 3;
                }
                if is_punct(tokens.get(at + 1), '!') && !is_punct(tokens.get(at + 2), '=') {
                    let name = path.last().cloned().unwrap_or_default();
                    seen.push((line, Seen::MacroCall(name)));
                } else if path == ["unsafe"] && is_block(tokens.get(at + 1)) {
                    seen.push((line, Seen::UnsafeBlock));
                }
                seen.push((line, Seen::Path(path)));
            }
            _ => {}
        }
        at += 1;
    }
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

fn is_block(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace)
}

fn attribute_name(token: Option<&TokenTree>) -> Option<String> {
    let Some(TokenTree::Group(group)) = token else {
        return None;
    };
    match group.stream().into_iter().next() {
        Some(TokenTree::Ident(name)) if group.delimiter() == Delimiter::Bracket => {
            Some(name.to_string())
        }
        _ => None,
    }
}
