//! Types as text: `vector(2,1,3,INT)`. Counts and displacements are numbers, arrays stand in
//! brackets, predefined types have their names without `MPI_`.

use crate::datatype::{Basic, Datatype, Dimension, Distribution, Order, TypeError};

/// A constructor and its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Basic(Basic),
    Contiguous(usize, Box<Expression>),
    Vector(usize, usize, isize, Box<Expression>),
    Hvector(usize, usize, isize, Box<Expression>),
    Indexed(Vec<usize>, Vec<isize>, Box<Expression>),
    Hindexed(Vec<usize>, Vec<isize>, Box<Expression>),
    IndexedBlock(usize, Vec<isize>, Box<Expression>),
    HindexedBlock(usize, Vec<isize>, Box<Expression>),
    Structure(Vec<usize>, Vec<isize>, Vec<Expression>),
    Subarray(Vec<usize>, Vec<usize>, Vec<usize>, Order, Box<Expression>),
    Darray(usize, usize, Vec<Dimension>, Order, Box<Expression>),
    Resized(isize, isize, Box<Expression>),
    Dup(Box<Expression>),
}

impl Expression {
    /// The type.
    pub(super) fn build(&self) -> Result<Datatype, TypeError> {
        match self {
            Expression::Basic(basic) => Ok(Datatype::basic(*basic)),
            Expression::Contiguous(count, old) => Datatype::contiguous(*count, &old.build()?),
            Expression::Vector(count, length, stride, old) => {
                Datatype::vector(*count, *length, *stride, &old.build()?)
            }
            Expression::Hvector(count, length, stride, old) => {
                Datatype::hvector(*count, *length, *stride, &old.build()?)
            }
            Expression::Indexed(lengths, displacements, old) => {
                Datatype::indexed(lengths, displacements, &old.build()?)
            }
            Expression::Hindexed(lengths, displacements, old) => {
                Datatype::hindexed(lengths, displacements, &old.build()?)
            }
            Expression::IndexedBlock(length, displacements, old) => {
                Datatype::indexed_block(*length, displacements, &old.build()?)
            }
            Expression::HindexedBlock(length, displacements, old) => {
                Datatype::hindexed_block(*length, displacements, &old.build()?)
            }
            Expression::Structure(lengths, displacements, types) => {
                let types: Vec<_> = types.iter().map(Self::build).collect::<Result<_, _>>()?;
                Datatype::structure(lengths, displacements, &types)
            }
            Expression::Subarray(sizes, lengths, starts, order, old) => {
                Datatype::subarray(sizes, lengths, starts, *order, &old.build()?)
            }
            Expression::Darray(size, rank, dimensions, order, old) => {
                Datatype::darray(*size, *rank, dimensions, *order, &old.build()?)
            }
            Expression::Resized(lower, extent, old) => {
                Datatype::resized(*lower, *extent, &old.build()?)
            }
            Expression::Dup(old) => old.build()?.dup(),
        }
    }

    /// Reads an expression.
    pub(super) fn parse(text: &str) -> Expression {
        let mut reader = Reader(text);
        let expression = reader.expression();
        assert_eq!(reader.0, "", "left of {text}");
        expression
    }
}

struct Reader<'a>(&'a str);

impl<'a> Reader<'a> {
    fn word(&mut self) -> &'a str {
        let end = self.0.find(['(', ')', '[', ']', ',']);
        let (word, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        self.0 = rest;
        word
    }

    fn expect(&mut self, character: char) {
        self.0 = self
            .0
            .strip_prefix(character)
            .unwrap_or_else(|| panic!("{character} before {}", self.0));
    }

    fn number<T: std::str::FromStr>(&mut self) -> T {
        let word = self.word();
        let number = word.parse().ok();
        let number = number.unwrap_or_else(|| panic!("{word} is a number"));
        self.0 = self.0.strip_prefix(',').unwrap_or(self.0);
        number
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        self.expect('[');
        let mut items = Vec::new();
        while !self.0.starts_with(']') {
            items.push(item(self));
            self.0 = self.0.strip_prefix(',').unwrap_or(self.0);
        }
        self.expect(']');
        self.0 = self.0.strip_prefix(',').unwrap_or(self.0);
        items
    }

    fn numbers<T: std::str::FromStr>(&mut self) -> Vec<T> {
        self.list(Self::number)
    }

    fn order(&mut self) -> Order {
        let order = match self.word() {
            "C" => Order::C,
            "F" => Order::Fortran,
            other => panic!("{other} is an order"),
        };
        self.expect(',');
        order
    }

    #[allow(clippy::unnecessary_box_returns)]
    fn old(&mut self) -> Box<Expression> {
        Box::new(self.expression())
    }

    fn dimensions(&mut self) -> Vec<Dimension> {
        let sizes: Vec<usize> = self.numbers();
        let distributions = self.list(|reader| match reader.word() {
            "n" => Distribution::None,
            "b" => Distribution::Block,
            "c" => Distribution::Cyclic,
            other => panic!("{other} is a distribution"),
        });
        let blocks: Vec<isize> = self.numbers();
        let processes: Vec<usize> = self.numbers();
        (0..sizes.len())
            .map(|index| Dimension {
                size: sizes[index],
                distribution: distributions[index],
                block: usize::try_from(blocks[index]).ok(),
                processes: processes[index],
            })
            .collect()
    }

    fn expression(&mut self) -> Expression {
        let name = self.word();
        if !self.0.starts_with('(') {
            let full = format!("MPI_{name}");
            let basic = Basic::all().find(|basic| basic.name() == full);
            return Expression::Basic(basic.unwrap_or_else(|| panic!("{name} is a type")));
        }
        self.expect('(');
        let expression = match name {
            "contig" => Expression::Contiguous(self.number(), self.old()),
            "vector" => Expression::Vector(self.number(), self.number(), self.number(), self.old()),
            "hvector" => {
                Expression::Hvector(self.number(), self.number(), self.number(), self.old())
            }
            "indexed" => Expression::Indexed(self.numbers(), self.numbers(), self.old()),
            "hindexed" => Expression::Hindexed(self.numbers(), self.numbers(), self.old()),
            "iblock" => Expression::IndexedBlock(self.number(), self.numbers(), self.old()),
            "hiblock" => Expression::HindexedBlock(self.number(), self.numbers(), self.old()),
            "struct" => {
                Expression::Structure(self.numbers(), self.numbers(), self.list(Self::expression))
            }
            "subarray" => Expression::Subarray(
                self.numbers(),
                self.numbers(),
                self.numbers(),
                self.order(),
                self.old(),
            ),
            "darray" => Expression::Darray(
                self.number(),
                self.number(),
                self.dimensions(),
                self.order(),
                self.old(),
            ),
            "resized" => Expression::Resized(self.number(), self.number(), self.old()),
            "dup" => Expression::Dup(self.old()),
            other => panic!("{other} is a constructor"),
        };
        self.expect(')');
        expression
    }
}
