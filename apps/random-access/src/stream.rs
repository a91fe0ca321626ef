//! HPCC's stream of random numbers: the powers of x in the polynomials over two elements modulo
//! x⁶⁴ + x² + x + 1, as in the benchmark's definition.

/// The bits of x² + x + 1.
const POLYNOMIAL: u64 = 0x0000_0000_0000_0007;
/// The length of the stream before it repeats.
const PERIOD: i64 = 1_317_624_576_693_539_401;

/// A place in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stream(u64);

impl Stream {
    /// The stream behind its first `at` numbers, found in a logarithmic number of steps.
    pub(crate) fn at(at: u64) -> Stream {
        let at = at as i64 % PERIOD;
        if at == 0 {
            return Stream(1);
        }
        // The square of a polynomial is the sum of the squares of its powers of x: those are `squares`.
        let mut squares = [0; 64];
        let mut power = 1;
        for square in &mut squares {
            *square = power;
            power = times_x(times_x(power));
        }
        let mut number: u64 = 2;
        for bit in (0..at.ilog2()).rev() {
            let mut doubled = 0;
            for (place, square) in squares.iter().enumerate() {
                if number >> place & 1 == 1 {
                    doubled ^= square;
                }
            }
            number = doubled;
            if at >> bit & 1 == 1 {
                number = times_x(number);
            }
        }
        Stream(number)
    }

    /// The next number.
    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = times_x(self.0);
        self.0
    }
}

#[inline]
fn times_x(number: u64) -> u64 {
    let carry = if number >> 63 == 1 { POLYNOMIAL } else { 0 };
    number << 1 ^ carry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_land_where_steps_do() {
        let mut stream = Stream::at(0);
        for at in 0..3000 {
            assert_eq!(Stream::at(at), stream, "{at}");
            stream.next();
        }
        let mut far = Stream::at(1 << 40);
        for _ in 0..77 {
            far.next();
        }
        assert_eq!(Stream::at((1 << 40) + 77), far);
    }
}
