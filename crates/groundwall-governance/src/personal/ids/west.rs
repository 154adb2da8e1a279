//! Rules of western and southern Europe.

use super::arithmetic::{at, is_day, letter, mod_11_10, number, weighted};
use super::{Need, Rule};

pub(super) const RULES: &[Rule] = &[
    // Steuer-Identifikationsnummer: § 139b AO; ISO 7064 mod 11,10; of the first ten digits one stands twice or thrice (BZSt).
    Rule {
        country: "DE",
        words: |names| &names.steuer_id,
        forms: &[(Need::Word, "dd~ddd~ddd~ddd"), (Need::Word, "ddddddddddd")],
        valid: steuer_id,
    },
    // Numéro d'inscription au répertoire: décret 82-103; key 97 - number mod 97, Corsica's 2A as 19 and 2B as 18 (INSEE).
    Rule {
        country: "FR",
        words: |names| &names.nir,
        forms: &[
            (Need::Nothing, "ddddddXdddddddd"),
            (Need::Nothing, "d dd dd dX ddd ddd dd"),
            (Need::Nothing, "d dd dd dX ddd ddd-dd"),
        ],
        valid: nir,
    },
    // DNI: letter of the number mod 23 (Real Decreto 1553/2005, Ministerio del Interior).
    Rule {
        country: "ES",
        words: |names| &names.dni,
        forms: &[
            (Need::NoOther, "ddddddddA"),
            (Need::NoOther, "dddddddd-A"),
            (Need::Word, "dddddddd A"),
            (Need::NoOther, "dd.ddd.ddd-A"),
            (Need::NoOther, "dd.ddd.dddA"),
        ],
        valid: |id| dni_letter(number(id, 0, 8)) == id.get(8).copied(),
    },
    // NIE: the same, X, Y and Z as 0, 1 and 2.
    Rule {
        country: "ES",
        words: |names| &names.nie,
        forms: &[
            (Need::NoOther, "AdddddddA"),
            (Need::NoOther, "A-ddddddd-A"),
            (Need::NoOther, "Addddddd-A"),
        ],
        valid: nie,
    },
    // Codice fiscale: DM 12 marzo 1974; odd places by a table, sum mod 26.
    Rule {
        country: "IT",
        words: |names| &names.codice_fiscale,
        forms: &[
            (Need::Nothing, "AAAAAAXXAXXAXXXA"),
            (Need::Nothing, "AAA AAA XXAXX AXXXA"),
        ],
        valid: codice_fiscale,
    },
    // BSN: the elfproef, weights 9 to 2 and -1 (Wet algemene bepalingen burgerservicenummer).
    Rule {
        country: "NL",
        words: |names| &names.bsn,
        forms: &[
            (Need::Word, "ddddddddd"),
            (Need::Word, "dddd.dd.ddd"),
            (Need::Word, "ddd~ddd~ddd"),
        ],
        valid: |id| weighted(id, &[9, 8, 7, 6, 5, 4, 3, 2, 10]).is_multiple_of(11),
    },
    // National register number: 97 - the first nine digits mod 97, with a 2 before them from 2000 on (AR/KB 3 April 1984).
    Rule {
        country: "BE",
        words: |names| &names.rijksregisternummer,
        forms: &[
            (Need::Nothing, "dd.dd.dd-ddd.dd"),
            (Need::Word, "ddddddddddd"),
        ],
        valid: belgian,
    },
    // AHV/AVS number: 756 and the check digit of EAN-13 (Zentrale Ausgleichsstelle).
    Rule {
        country: "CH",
        words: |names| &names.ahv,
        forms: &[
            (Need::Nothing, "756.dddd.dddd.dd"),
            (Need::NoOther, "756 dddd dddd dd"),
            (Need::Word, "756dddddddddd"),
        ],
        valid: |id| weighted(id, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]).is_multiple_of(10),
    },
    // Sozialversicherungsnummer: weights of ASVG § 31 as published by the Dachverband; the last six digits are the date of birth.
    Rule {
        country: "AT",
        words: |names| &names.sozialversicherungsnummer,
        forms: &[(Need::Word, "dddd~dddddd"), (Need::Word, "dddddddddd")],
        valid: |id| {
            weighted(id, &[3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 == at(id, 3)
                && is_day(number(id, 6, 2), number(id, 4, 2))
        },
    },
    // NHS number: weights 10 to 2, mod 11 (NHS Data Dictionary).
    Rule {
        country: "GB",
        words: |names| &names.nhs,
        forms: &[(Need::Word, "ddd~ddd~dddd"), (Need::Word, "dddddddddd")],
        valid: |id| weighted(id, &[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11),
    },
    // National Insurance number: no check digit, prefixes left out in HMRC manual NIM39110.
    Rule {
        country: "GB",
        words: |names| &names.nino,
        forms: &[(Need::NoOther, "AA dd dd dd A"), (Need::Word, "AAddddddA")],
        valid: nino,
    },
    // PPS number: weights 8 to 2, a second letter times 9, letter of the sum mod 23 (Department of Social Protection).
    Rule {
        country: "IE",
        words: |names| &names.pps,
        forms: &[(Need::Word, "dddddddAA"), (Need::Word, "dddddddA")],
        valid: pps,
    },
    // NIF: weights 9 to 2, mod 11 (Decreto-Lei 14/2013).
    Rule {
        country: "PT",
        words: |names| &names.nif,
        forms: &[(Need::Word, "ddddddddd"), (Need::Word, "ddd ddd ddd")],
        valid: |id| {
            let rest = weighted(id, &[9, 8, 7, 6, 5, 4, 3, 2]) % 11;
            at(id, 8) == if rest < 2 { 0 } else { 11 - rest }
        },
    },
];

fn steuer_id(id: &[u8]) -> bool {
    let mut counts = [0_u8; 10];
    for byte in id.iter().take(10) {
        if let Some(count) = counts.get_mut(usize::from(byte.wrapping_sub(b'0'))) {
            *count += 1;
        }
    }
    let repeated: Vec<u8> = counts.into_iter().filter(|count| *count > 1).collect();
    at(id, 0) != 0 && matches!(repeated.as_slice(), [2 | 3]) && mod_11_10(id)
}

fn nir(id: &[u8]) -> bool {
    let department = match (at(id, 5), id.get(6)) {
        (2, Some(b'A')) => 19,
        (2, Some(b'B')) => 18,
        (_, Some(b'0'..=b'9')) => number(id, 5, 2),
        _ => return false,
    };
    let base = number(id, 0, 5) * 100 + department;
    let base = base * 1_000_000 + number(id, 7, 6);
    let month = number(id, 3, 2);
    matches!(at(id, 0), 1 | 2)
        && matches!(month, 1..=12 | 20..=42 | 50..=99)
        && department != 0
        && 97 - base % 97 == number(id, 13, 2)
}

fn dni_letter(number: u64) -> Option<u8> {
    letter(b"TRWAGMYFPDXBNJZSQVHLCKE", number % 23)
}

fn nie(id: &[u8]) -> bool {
    let first = match id.first() {
        Some(first @ b'X'..=b'Z') => u64::from(first - b'X'),
        _ => return false,
    };
    dni_letter(first * 10_000_000 + number(id, 1, 7)) == id.get(8).copied()
}

fn codice_fiscale(id: &[u8]) -> bool {
    // Values at odd places, of 0 to 9 as of A to J, then of K to Z.
    const ODD: [u64; 26] = [
        1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24,
        23,
    ];
    let value = |place: usize| match id.get(place) {
        Some(byte @ b'0'..=b'9') => usize::from(byte - b'0'),
        Some(byte @ b'A'..=b'Z') => usize::from(byte - b'A'),
        _ => 0,
    };
    // Two people of one code are told apart by letters in place of digits.
    let digits = [6, 7, 9, 10, 12, 13, 14];
    let fits = |place: &usize| {
        id.get(*place)
            .is_some_and(|byte| byte.is_ascii_digit() || b"LMNPQRSTUV".contains(byte))
    };
    let sum: u64 = (0..15)
        .map(|place| match place % 2 {
            0 => ODD.get(value(place)).copied().unwrap_or_default(),
            _ => value(place) as u64,
        })
        .sum();
    digits.iter().all(fits)
        && id
            .get(8)
            .is_some_and(|month| b"ABCDEHLMPRST".contains(month))
        && letter(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", sum % 26) == id.get(15).copied()
}

fn belgian(id: &[u8]) -> bool {
    let (base, check) = (number(id, 0, 9), number(id, 9, 2));
    // A bis number has its month raised by 20 or 40.
    let day = is_day(number(id, 2, 2) % 20, number(id, 4, 2));
    day && (97 - base % 97 == check || 97 - (2_000_000_000 + base) % 97 == check)
}

fn nino(id: &[u8]) -> bool {
    let (Some([first, second]), Some(suffix)) = (id.get(..2), id.get(8)) else {
        return false;
    };
    !b"DFIQUV".contains(first)
        && !b"DFIQUVO".contains(second)
        && ![b"BG", b"GB", b"NK", b"KN", b"TN", b"NT", b"ZZ"].contains(&&[*first, *second])
        && (b'A'..=b'D').contains(suffix)
}

fn pps(id: &[u8]) -> bool {
    // The letter behind the check letter: A is 1, W and none are 0.
    let second = match id.get(8) {
        None | Some(b'W') => 0,
        Some(byte @ b'A'..=b'I') => u64::from(byte - b'A') + 1,
        Some(_) => return false,
    };
    let sum = weighted(id, &[8, 7, 6, 5, 4, 3, 2]) + second * 9;
    letter(b"WABCDEFGHIJKLMNOPQRSTUV", sum % 23) == id.get(7).copied()
}
