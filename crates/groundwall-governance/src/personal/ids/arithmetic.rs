//! Sums that check digits are made of. Ids are ASCII digits and capitals; a place outside of one counts as 0.

/// The digit at a place, a letter's place in the alphabet as 10 to 35.
pub(super) fn at(id: &[u8], place: usize) -> u64 {
    match id.get(place) {
        Some(byte @ b'0'..=b'9') => u64::from(byte - b'0'),
        Some(byte @ b'A'..=b'Z') => u64::from(byte - b'A') + 10,
        _ => 0,
    }
}

/// `length` digits from a place on, as a number.
pub(in crate::personal) fn number(id: &[u8], from: usize, length: usize) -> u64 {
    (from..from + length).fold(0, |number, place| number * 10 + at(id, place))
}

/// The digits times their weights, summed.
pub(super) fn weighted(id: &[u8], weights: &[u64]) -> u64 {
    let places = weights.iter().enumerate();
    places.map(|(place, weight)| at(id, place) * weight).sum()
}

/// ISO/IEC 7812-1, annex B.
pub(in crate::personal) fn luhn(digits: &[u8]) -> bool {
    let doubled = |digit: u64| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let sum: u64 = (0..digits.len())
        .map(|back| {
            let digit = at(digits, digits.len() - 1 - back);
            if back % 2 == 1 { doubled(digit) } else { digit }
        })
        .sum();
    sum.is_multiple_of(10)
}

/// ISO 7064 mod 11,10 over digits, the last of them the check digit.
pub(super) fn mod_11_10(digits: &[u8]) -> bool {
    let last = digits.len().saturating_sub(1);
    let product = (0..last).fold(10, |product, place| {
        let sum = (at(digits, place) + product) % 10;
        (if sum == 0 { 10 } else { sum }) * 2 % 11
    });
    (11 - product) % 10 == at(digits, last)
}

/// Verhoeff's check (J. Verhoeff, Error Detecting Decimal Codes, 1969): the dihedral group of ten.
pub(super) fn verhoeff(digits: &[u8]) -> bool {
    const TURN: [u64; 10] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
    let product = |a: u64, b: u64| match (a < 5, b < 5) {
        (true, true) => (a + b) % 5,
        (true, false) => (a + b) % 5 + 5,
        (false, true) => (a - b) % 5 + 5,
        (false, false) => (5 + a - b) % 5,
    };
    let sum = (0..digits.len()).fold(0, |sum, back| {
        let digit = at(digits, digits.len() - 1 - back);
        let turned = (0..back % 8).fold(digit, |digit, _| {
            usize::try_from(digit)
                .ok()
                .and_then(|place| TURN.get(place).copied())
                .unwrap_or_default()
        });
        product(sum, turned)
    });
    sum == 0
}

/// Whether month and day could be of a date.
pub(super) fn is_day(month: u64, day: u64) -> bool {
    (1..=12).contains(&month) && (1..=31).contains(&day)
}

/// The character of an alphabet at a place.
pub(super) fn letter(alphabet: &[u8], place: u64) -> Option<u8> {
    alphabet.get(usize::try_from(place).ok()?).copied()
}
