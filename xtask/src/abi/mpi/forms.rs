//! The forms of a collective. One row of the table stands for all of them.
//!
//! ```text
//!   MPI_Bcast        the row
//!   MPI_Ibcast       adds `MPI_Request *request`
//!   MPI_Bcast_init   adds `MPI_Info info, MPI_Request *request`
//!   …_c              each of these with large counts and displacements, if the row has any
//! ```

use super::row::Function;

/// The forms of a collective for one size of counts.
pub(super) struct Forms {
    /// Returns when the collective has ended.
    pub(super) blocking: Function,
    /// Begins the collective, and returns a request.
    pub(super) begun: Function,
    /// Makes a persistent request.
    pub(super) prepared: Function,
}

/// The forms of a row: for `int`, and for large counts if the row has counts.
pub(super) fn of(row: &str) -> Vec<Forms> {
    let mut all = vec![forms(row, "")];
    let large = with_large_counts(row);
    if large != row {
        all.push(forms(&large, "_c"));
    }
    all
}

fn forms(row: &str, suffix: &str) -> Forms {
    let (name, list) = taken_apart(row);
    let lower = name.to_lowercase();
    let of = |name: String, more: &str| {
        Function::parse(&format!("int MPI_{name}{suffix}({list}{more})"))
    };
    Forms {
        blocking: of(name.to_owned(), ""),
        begun: of(format!("I{lower}"), ", MPI_Request *request"),
        prepared: of(
            format!("{name}_init"),
            ", MPI_Info info, MPI_Request *request",
        ),
    }
}

/// The name without its prefix, and the parameters.
fn taken_apart(row: &str) -> (&str, &str) {
    let rest = row.strip_prefix("int MPI_").expect("a function of MPI");
    let (name, list) = rest.split_once('(').expect("a list of parameters");
    (name, list.strip_suffix(')').expect("the end of the list"))
}

/// The row with counts of the type `MPI_Count` and displacements of the type `MPI_Aint`.
fn with_large_counts(row: &str) -> String {
    let (name, list) = taken_apart(row);
    let parameters = list.split(", ").map(|parameter| {
        let (kind, name) = parameter.rsplit_once(' ').expect("a type and a name");
        let large = match name {
            _ if name.trim_end_matches("s[]").ends_with("count") => "MPI_Count",
            _ if name.ends_with("displs[]") => "MPI_Aint",
            _ => return parameter.to_owned(),
        };
        match kind {
            "int" => format!("{large} {name}"),
            "const int" => format!("const {large} {name}"),
            _ => parameter.to_owned(),
        }
    });
    let parameters: Vec<String> = parameters.collect();
    format!("int MPI_{name}({})", parameters.join(", "))
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn a_row_with_counts_has_six_forms() {
        let forms = of(
            "int MPI_Gatherv(const void *sendbuf, int sendcount, const int recvcounts[], const int displs[], int root, MPI_Comm comm)",
        );
        let texts: Vec<&str> = (forms.iter())
            .flat_map(|forms| [&forms.blocking, &forms.begun, &forms.prepared])
            .map(|function| function.text.as_str())
            .collect();
        let list = "const void *sendbuf, int sendcount, const int recvcounts[], const int displs[], int root, MPI_Comm comm";
        let large = "const void *sendbuf, MPI_Count sendcount, const MPI_Count recvcounts[], const MPI_Aint displs[], int root, MPI_Comm comm";
        assert_eq!(
            texts,
            [
                format!("int MPI_Gatherv({list})"),
                format!("int MPI_Igatherv({list}, MPI_Request *request)"),
                format!("int MPI_Gatherv_init({list}, MPI_Info info, MPI_Request *request)"),
                format!("int MPI_Gatherv_c({large})"),
                format!("int MPI_Igatherv_c({large}, MPI_Request *request)"),
                format!("int MPI_Gatherv_init_c({large}, MPI_Info info, MPI_Request *request)"),
            ]
        );
    }

    #[test]
    fn a_row_without_counts_has_three_forms() {
        assert_eq!(of("int MPI_Barrier(MPI_Comm comm)").len(), 1);
    }
}
