//! A row of the table: one declaration of the specification, and the functions that it expands to.

use super::types::Type;

/// The values of a row's `TYPE` or `SIZE`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Over {
    /// The row is one function.
    Nothing,
    /// A function for each type.
    Types(&'static [Type]),
    /// A function for each width of elements, in bits.
    Sizes(&'static [u32]),
}

/// One declaration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The declaration in C, with `TYPENAME`, `TYPE` and `SIZE`.
    pub(crate) declaration: &'static str,
    /// The Rust function that implements the row. Its arguments are those of the declaration.
    pub(crate) call: &'static str,
    pub(crate) over: Over,
    /// Whether there is a variant with a context, `shmem_ctx_…`.
    pub(crate) has_contexts: bool,
    /// Whether C11 and C++ select the function by the types of its arguments.
    pub(crate) is_generic: bool,
    /// Whether the function is written in C.
    pub(crate) is_native: bool,
}

/// A family of functions, which share a source file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    /// The file's name.
    pub(crate) name: &'static str,
    /// The first line of the file's documentation.
    pub(crate) about: &'static str,
    pub(crate) rows: &'static [Row],
    /// Whether the functions are extensions to the specification. These are declared in shmemx.h.
    pub(crate) is_extension: bool,
}

/// A row that is one function.
pub(crate) const fn row(declaration: &'static str, call: &'static str) -> Row {
    Row {
        declaration,
        call,
        over: Over::Nothing,
        has_contexts: false,
        is_generic: false,
        is_native: false,
    }
}

impl Row {
    pub(crate) const fn of(self, types: &'static [Type]) -> Row {
        Row {
            over: Over::Types(types),
            is_generic: true,
            ..self
        }
    }

    pub(crate) const fn sized(self, sizes: &'static [u32]) -> Row {
        Row {
            over: Over::Sizes(sizes),
            ..self
        }
    }

    pub(crate) const fn with_contexts(self) -> Row {
        Row {
            has_contexts: true,
            ..self
        }
    }

    /// The row without generic selection.
    pub(crate) const fn plain(self) -> Row {
        Row {
            is_generic: false,
            ..self
        }
    }

    pub(crate) const fn native(self) -> Row {
        Row {
            is_native: true,
            ..self
        }
    }
}

/// The context that a function works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// No context.
    None,
    /// The default context.
    Default,
    /// The context in the first argument.
    Given,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameter {
    /// The type in C, with `TYPE` as in the row.
    pub(crate) pattern: String,
    /// The type in C. A `*` stands at the end.
    pub(crate) c: String,
    /// The type in Rust.
    pub(crate) rust: String,
    pub(crate) name: String,
}

impl Parameter {
    /// The name in Rust's spelling.
    pub(crate) fn rust_name(&self) -> String {
        self.name.to_lowercase()
    }
}

/// A function of the interface.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// The result type in C and in Rust: `void` and nothing if there is none.
    pub(crate) result: (String, String),
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) call: &'static str,
    pub(crate) context: Context,
    pub(crate) is_native: bool,
    /// Whether the function is variadic.
    pub(crate) is_variadic: bool,
    /// The name for generic selection, and the type that selects the function.
    pub(crate) generic: Option<(String, Type)>,
}

impl Function {
    /// Whether the function ends the program.
    pub(crate) fn never_returns(&self) -> bool {
        self.name == "shmem_global_exit"
    }
}

/// The functions of a row.
pub(crate) fn functions(row: &Row) -> Vec<Function> {
    let mut functions = Vec::new();
    let mut add = |declaration: &str, subject: Subject| {
        let base = if row.has_contexts {
            Context::Default
        } else {
            Context::None
        };
        functions.push(function(row, declaration, subject, base));
        if row.has_contexts {
            let declaration = declaration.replacen("shmem_", "shmem_ctx_", 1).replacen(
                '(',
                "(shmem_ctx_t ctx, ",
                1,
            );
            functions.push(function(row, &declaration, subject, Context::Given));
        }
    };
    match row.over {
        Over::Nothing => add(row.declaration, Subject::Nothing),
        Over::Types(types) => {
            for ty in types {
                let named = row.declaration.replace("TYPENAME", ty.name);
                add(&named, Subject::Type(*ty));
            }
        }
        Over::Sizes(sizes) => {
            for &bits in sizes {
                let named = row.declaration.replace("SIZE", &bits.to_string());
                add(&named, Subject::Bits(bits));
            }
        }
    }
    functions
}

#[derive(Clone, Copy)]
enum Subject {
    Nothing,
    Type(Type),
    Bits(u32),
}

fn function(row: &Row, declaration: &str, subject: Subject, context: Context) -> Function {
    let (head, rest) = declaration.split_once('(').expect("a declaration");
    let rest = rest.strip_suffix(')').expect("a declaration");
    let (result, name) = split_name(head);
    let listed = rest.split(", ").filter(|&parameter| parameter != "void");
    let is_variadic = rest.ends_with("...");
    let parameters: Vec<Parameter> = listed
        .filter(|&parameter| parameter != "...")
        .map(|parameter| {
            let (pattern, name) = split_name(parameter);
            let (c, rust) = both(&pattern, subject);
            Parameter {
                pattern,
                c,
                rust,
                name,
            }
        })
        .collect();
    let result = both(&result, subject);
    let by_value = |rust: &str| rust == "LongDouble";
    let is_native = row.is_native
        || by_value(&result.1)
        || parameters.iter().any(|parameter| by_value(&parameter.rust));
    let generic = match subject {
        Subject::Type(ty) if row.is_generic => {
            let name = row.declaration.split_once('(').expect("a declaration").0;
            let name = split_name(name).1.replace("TYPENAME_", "");
            Some((name, ty))
        }
        _ => None,
    };
    Function {
        name,
        result,
        parameters,
        call: row.call,
        context,
        is_native,
        is_variadic,
        generic,
    }
}

/// Splits a declaration into type and name.
fn split_name(text: &str) -> (String, String) {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let at = text.rfind(|c| !is_name(c)).expect("a type and a name") + 1;
    (text[..at].trim().to_owned(), text[at..].to_owned())
}

/// The type of a declaration in C and in Rust.
fn both(pattern: &str, subject: Subject) -> (String, String) {
    let c = match subject {
        Subject::Type(ty) => pattern.replace("TYPE", ty.c),
        _ => pattern.to_owned(),
    };
    let stars = pattern.chars().filter(|&c| c == '*').count();
    let mut plain = pattern.replace('*', "");
    let is_const = plain.contains("const ");
    plain = plain.replace("const ", "").replace("volatile ", "");
    let inner = match (plain.trim(), subject) {
        ("TYPE", Subject::Type(ty)) => ty.rust.to_owned(),
        ("void", _) if stars == 0 => String::new(),
        ("void", Subject::Bits(bits)) => format!("[u8; {}]", bits / 8),
        ("void" | "char", _) => "u8".to_owned(),
        ("int" | "armci_domain_t", _) => "i32".to_owned(),
        ("long" | "long long" | "int64_t" | "armci_size_t", _) => "i64".to_owned(),
        ("uint64_t" | "unsigned long", _) => "u64".to_owned(),
        ("float", _) => "f32".to_owned(),
        ("double", _) => "f64".to_owned(),
        ("size_t", _) => "usize".to_owned(),
        ("ptrdiff_t", _) => "isize".to_owned(),
        ("shmem_ctx_t", _) => "Ctx".to_owned(),
        ("shmem_team_t", _) => "TeamHandle".to_owned(),
        ("shmem_team_config_t", _) => "TeamConfig".to_owned(),
        ("shmem_ctx_session_config_t", _) => "SessionConfig".to_owned(),
        ("shmemx_stats_t", _) => "Statistics".to_owned(),
        ("armci_hdl_t", _) => "Handle".to_owned(),
        ("armci_giov_t", _) => "Vector".to_owned(),
        ("ARMCI_Group", _) => "GroupObject".to_owned(),
        ("armcix_mutex_hdl_t", _) => "MutexesHandle".to_owned(),
        (other, _) => panic!("the table names the type `{other}`, which has no form in Rust"),
    };
    let pointer = if is_const { "*const " } else { "*mut " };
    (c, format!("{}{inner}", pointer.repeat(stars)))
}
