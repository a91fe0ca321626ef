//! Selection of functions by the types of arguments: `_Generic` in C11, overloads in C++.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::header::joined;
use super::row::{Context, Function};
use super::types::Type;
use super::{all_functions, functions_of};

/// The functions that one generic name selects among.
struct Generic {
    name: String,
    functions: Vec<(Type, Function)>,
}

/// All generic names, in the order of the table.
fn generics() -> Vec<Generic> {
    let mut generics: Vec<Generic> = Vec::new();
    for function in all_functions() {
        let Some((name, ty)) = function.generic.clone() else {
            continue;
        };
        match generics.iter_mut().find(|generic| generic.name == name) {
            Some(generic) => generic.functions.push((ty, function)),
            None => generics.push(Generic {
                name,
                functions: vec![(ty, function)],
            }),
        }
    }
    for generic in &mut generics {
        // A type selects one function: that of the type's own name comes before those of its
        // aliases.
        let mut seen = BTreeSet::new();
        generic.functions.sort_by_key(|(ty, _)| ty.base != ty.c);
        let is_new = |(ty, function): &(Type, Function)| {
            seen.insert((ty.base, function.context == Context::Given))
        };
        let mut is_new = is_new;
        generic.functions.retain(|entry| is_new(entry));
    }
    generics
}

/// The selection macros for C11.
pub(super) fn c11() -> String {
    let mut text = include_str!("c11.h").to_owned();
    for generic in generics() {
        text.push_str(&c11_macro(&generic));
    }
    text.push_str(include_str!("c11_end.h"));
    text
}

fn c11_macro(generic: &Generic) -> String {
    let has_contexts = generic
        .functions
        .iter()
        .any(|(_, function)| function.context == Context::Given);
    let first = &generic.functions[0].1;
    let subject = first
        .parameters
        .iter()
        .position(|parameter| parameter.pattern.contains("TYPE"))
        .expect("a parameter of the type");
    let pattern = first.parameters[subject].pattern.clone();
    let cases = |context: Option<Context>| {
        let functions = generic
            .functions
            .iter()
            .filter(move |(_, function)| context.is_none_or(|context| function.context == context));
        let mut cases = Vec::new();
        for (ty, function) in functions {
            let plain = format!("{} *", ty.base);
            for qualifier in ["const", "volatile"] {
                if pattern.contains(qualifier) {
                    cases.push(format!("{qualifier} {plain}: {}", function.name));
                }
            }
            cases.push(format!("{plain}: {}", function.name));
        }
        cases.join(", \\\n    ")
    };
    let name = &generic.name;
    if has_contexts {
        format!(
            "#define {name}(...) _Generic((SHMEM_C11_1(__VA_ARGS__)), \\\n    shmem_ctx_t: _Generic((SHMEM_C11_2(__VA_ARGS__)), \\\n    {}, \\\n    \
             default: shmem_c11_no_such_type), \\\n    {})(__VA_ARGS__)\n",
            cases(Some(Context::Given)),
            cases(Some(Context::Default)),
        )
    } else {
        format!(
            "#define {name}(...) _Generic((SHMEM_C11_{}(__VA_ARGS__)), \\\n    {})(__VA_ARGS__)\n",
            subject + 1,
            cases(None),
        )
    }
}

/// The overloads for C++.
pub(super) fn cxx() -> String {
    let mut text = "\n#ifdef __cplusplus\nextern \"C++\" {\n".to_owned();
    let in_c: BTreeSet<String> = super::table::FAMILIES
        .iter()
        .flat_map(functions_of)
        .map(|function| signature(&function.name, &function))
        .collect();
    for generic in generics() {
        for (_, function) in &generic.functions {
            // A function that C has under this name too needs no overload.
            if !in_c.contains(&signature(&generic.name, function)) {
                text.push_str(&overload(&generic.name, function));
            }
        }
    }
    for function in all_functions() {
        let own = with_cxx_complex(&function.name, &function);
        let generic = function.generic.as_ref();
        let generic = generic.and_then(|(name, _)| with_cxx_complex(name, &function));
        text.extend(own.into_iter().chain(generic));
    }
    text.push_str(include_str!("cxx.h"));
    text.push_str("}\n#endif\n");
    text
}

fn signature(name: &str, function: &Function) -> String {
    let types = function
        .parameters
        .iter()
        .map(|parameter| parameter.c.as_str());
    format!("{name}({})", types.collect::<Vec<_>>().join(", "))
}

/// The overload of a function of complex numbers for C++'s complex types, which have the same
/// bytes.
fn with_cxx_complex(name: &str, function: &Function) -> Option<String> {
    let in_cxx = |c: &str| {
        c.replace("farreach_complexf", "std::complex<float>")
            .replace("farreach_complexd", "std::complex<double>")
    };
    let differs = |c: &str| c.contains("farreach_complex");
    let mut parameters = function.parameters.iter();
    if !parameters.any(|parameter| differs(&parameter.c)) {
        return None;
    }
    let parameters = function.parameters.iter();
    let parameters = parameters.map(|parameter| joined(&in_cxx(&parameter.c), &parameter.name));
    let arguments = function.parameters.iter().map(|parameter| {
        if differs(&parameter.c) {
            format!("reinterpret_cast<{}>({})", parameter.c, parameter.name)
        } else {
            parameter.name.clone()
        }
    });
    let back = if function.result.0 == "void" {
        ""
    } else {
        "return "
    };
    Some(format!(
        "static inline {}({}) {{ {back}{}({}); }}\n",
        joined(&function.result.0, name),
        parameters.collect::<Vec<_>>().join(", "),
        function.name,
        arguments.collect::<Vec<_>>().join(", ")
    ))
}

fn overload(name: &str, function: &Function) -> String {
    let parameters = function.parameters.iter();
    let parameters = parameters.map(|parameter| joined(&parameter.c, &parameter.name));
    let arguments = function.parameters.iter().map(|p| p.name.as_str());
    let back = if function.result.0 == "void" {
        ""
    } else {
        "return "
    };
    let mut text = String::new();
    writeln!(
        text,
        "static inline {}({}) {{ {back}{}({}); }}",
        joined(&function.result.0, name),
        parameters.collect::<Vec<_>>().join(", "),
        function.name,
        arguments.collect::<Vec<_>>().join(", ")
    )
    .expect("a string");
    text
}
