//! Words of eight bytes, little endian.

/// Writes words.
#[derive(Debug, Default)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn whole(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn double(&mut self, number: f64) {
        self.whole(number.to_bits());
    }

    pub(super) fn doubles(&mut self, numbers: &[f64]) {
        for number in numbers {
            self.double(*number);
        }
    }

    /// Writes the lower word, then the upper one.
    pub(super) fn wide(&mut self, number: u128) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Reads words; every method is `None` where the bytes end.
#[derive(Debug)]
pub(super) struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    pub(super) fn whole(&mut self) -> Option<u64> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*word))
    }

    /// Reads a number of things that follow, of which each takes space.
    pub(super) fn size(&mut self) -> Option<usize> {
        usize::try_from(self.whole()?).ok()
    }

    pub(super) fn wholes<const N: usize>(&mut self) -> Option<[u64; N]> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.whole()?;
        }
        Some(numbers)
    }

    pub(super) fn double(&mut self) -> Option<f64> {
        self.whole().map(f64::from_bits)
    }

    pub(super) fn doubles(&mut self, count: usize) -> Option<Vec<f64>> {
        let (words, rest) = self.0.split_at_checked(count.checked_mul(8)?)?;
        self.0 = rest;
        let (words, _) = words.as_chunks();
        Some(words.iter().map(|word| f64::from_le_bytes(*word)).collect())
    }

    pub(super) fn wide(&mut self) -> Option<u128> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u128::from_le_bytes(*word))
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}
