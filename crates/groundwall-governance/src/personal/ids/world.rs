//! Rules of the Americas, Asia, Africa and Oceania.

use super::arithmetic::{at, is_day, letter, luhn, number, verhoeff, weighted};
use super::{Need, Rule};

pub(super) const RULES: &[Rule] = &[
    // Social Security number: no check digit; area not 000, 666 or from 900, group not 00, serial not 0000 (SSA, POMS RM 10201.035).
    Rule {
        country: "US",
        words: |names| &names.ssn,
        forms: &[
            (Need::NoOther, "ddd-dd-dddd"),
            (Need::Word, "ddd dd dddd"),
            (Need::Word, "ddddddddd"),
        ],
        valid: |id| {
            let area = number(id, 0, 3);
            area != 0 && area != 666 && area < 900 && number(id, 3, 2) != 0 && number(id, 5, 4) != 0
        },
    },
    // Social Insurance number: Luhn (Service Canada). None is given that begins with 0 or 8, but what a word calls one may be one all the same.
    Rule {
        country: "CA",
        words: |names| &names.sin,
        forms: &[(Need::Word, "ddd~ddd~ddd"), (Need::Word, "ddddddddd")],
        valid: luhn,
    },
    // CPF: two check digits mod 11, weights 10 and 11 down to 2 (Receita Federal).
    Rule {
        country: "BR",
        words: |names| &names.cpf,
        forms: &[
            (Need::Nothing, "ddd.ddd.ddd-dd"),
            (Need::Word, "ddddddddddd"),
            (Need::Word, "ddddddddd-dd"),
        ],
        valid: |id| {
            let check = |weights: &[u64]| weighted(id, weights) * 10 % 11 % 10;
            check(&[10, 9, 8, 7, 6, 5, 4, 3, 2]) == at(id, 9)
                && check(&[11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) == at(id, 10)
        },
    },
    // CURP: 18 characters, the last of the sum of places in the alphabet with Ñ times 18 to 2 (RENAPO, DOF 18/10/2021).
    Rule {
        country: "MX",
        words: |names| &names.curp,
        forms: &[(Need::Nothing, "AAAAddddddAAAAAAXd")],
        valid: curp,
    },
    // RUN/RUT: weights 2 to 7 from the right, mod 11 with 10 as K (Servicio de Registro Civil).
    Rule {
        country: "CL",
        words: |names| &names.rut,
        forms: &[
            (Need::NoOther, "dd.ddd.ddd-X"),
            (Need::NoOther, "d.ddd.ddd-X"),
            (Need::Word, "dddddddd-X"),
            (Need::Word, "ddddddd-X"),
        ],
        valid: rut,
    },
    // Resident identity number: GB 11643-1999, ISO 7064 mod 11-2.
    Rule {
        country: "CN",
        words: |names| &names.resident_identity,
        forms: &[(Need::Nothing, "dddddddddddddddddX")],
        valid: chinese,
    },
    // Resident registration number: weights 2 to 9 and 2 to 5, mod 11 (주민등록법 시행규칙).
    Rule {
        country: "KR",
        words: |names| &names.resident_registration,
        forms: &[
            (Need::Nothing, "dddddd-ddddddd"),
            (Need::Word, "ddddddddddddd"),
        ],
        valid: |id| {
            let sum = weighted(id, &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]);
            born_in_korea(id) && (11 - sum % 11) % 10 == at(id, 12)
        },
    },
    // The same as given since October 2020: a date of birth, the sex, and chance.
    Rule {
        country: "KR",
        words: |names| &names.resident_registration,
        forms: &[
            (Need::Word, "dddddd~ddddddd"),
            (Need::Word, "dddddd - ddddddd"),
            (Need::Word, "ddddddddddddd"),
        ],
        valid: born_in_korea,
    },
    // My Number: weights 6 5 4 3 2 7 6 5 4 3 2, mod 11 (ordinance 85 of the Ministry of Internal Affairs, 2014, article 5).
    Rule {
        country: "JP",
        words: |names| &names.my_number,
        forms: &[(Need::Word, "dddd~dddd~dddd"), (Need::Word, "dddddddddddd")],
        valid: |id| {
            let rest = weighted(id, &[6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
            at(id, 11) == if rest < 2 { 0 } else { 11 - rest }
        },
    },
    // Aadhaar: twelve digits, the first from 2 on, Verhoeff (UIDAI, A UID Numbering Scheme, 2010).
    Rule {
        country: "IN",
        words: |names| &names.aadhaar,
        forms: &[(Need::Word, "dddd~dddd~dddd"), (Need::Word, "dddddddddddd")],
        valid: |id| at(id, 0) >= 2 && verhoeff(id),
    },
    // PAN of a person: the fourth letter is P; the rule of the last letter is not public (Income Tax Department).
    Rule {
        country: "IN",
        words: |names| &names.pan,
        forms: &[(Need::Word, "AAAAAddddA")],
        valid: |id| id.get(3) == Some(&b'P'),
    },
    // Tax file number: weights 1 4 3 7 5 8 6 9 10, divisible by 11 (ATO).
    Rule {
        country: "AU",
        words: |names| &names.tfn,
        forms: &[(Need::Word, "ddd~ddd~ddd"), (Need::Word, "ddddddddd")],
        valid: |id| weighted(id, &[1, 4, 3, 7, 5, 8, 6, 9, 10]).is_multiple_of(11),
    },
    // Identity number: YYMMDD, sex, citizenship 0 to 2, Luhn (Department of Home Affairs).
    Rule {
        country: "ZA",
        words: |names| &names.rsa_id,
        forms: &[
            (Need::Word, "ddddddddddddd"),
            (Need::Word, "dddddd dddd ddd"),
            (Need::Word, "dddddd dddd dd d"),
        ],
        valid: |id| is_day(number(id, 2, 2), number(id, 4, 2)) && at(id, 10) <= 2 && luhn(id),
    },
    // NRIC and FIN: weights 2 7 6 5 4 3 2, plus 4 for T and G, letters by series (ICA; as in python-stdnum and Wikipedia).
    Rule {
        country: "SG",
        words: |names| &names.nric,
        forms: &[(Need::NoOther, "AdddddddA")],
        valid: nric,
    },
    // Teudat zehut: Luhn over nine digits (Population Authority).
    Rule {
        country: "IL",
        words: |names| &names.teudat_zehut,
        forms: &[(Need::Word, "ddddddddd")],
        valid: luhn,
    },
    // T.C. kimlik: two check digits (Nüfus Hizmetleri Kanunu; NVİ).
    Rule {
        country: "TR",
        words: |names| &names.tc_kimlik,
        forms: &[(Need::Word, "ddddddddddd")],
        valid: |id| {
            let odd = weighted(id, &[1, 0, 1, 0, 1, 0, 1, 0, 1]);
            let even = weighted(id, &[0, 1, 0, 1, 0, 1, 0, 1]);
            at(id, 0) != 0
                && (odd * 7 + 100 - even) % 10 == at(id, 9)
                && (odd + even + at(id, 9)) % 10 == at(id, 10)
        },
    },
];

/// A date of birth, and a digit of sex and century.
fn born_in_korea(id: &[u8]) -> bool {
    is_day(number(id, 2, 2), number(id, 4, 2)) && matches!(at(id, 6), 1..=8)
}

fn curp(id: &[u8]) -> bool {
    // Letters behind N stand one further, for the Ñ.
    let value = |place: usize| {
        let value = at(id, place);
        if value > 23 { value + 1 } else { value }
    };
    let sum: u64 = (0..17)
        .map(|place| value(place) * (18 - place as u64))
        .sum();
    is_day(number(id, 6, 2), number(id, 8, 2))
        && id.get(10).is_some_and(|sex| b"HMX".contains(sex))
        && (10 - sum % 10) % 10 == at(id, 17)
}

fn rut(id: &[u8]) -> bool {
    let last = id.len().saturating_sub(1);
    let sum: u64 = (0..last)
        .map(|back| at(id, last - 1 - back) * (back as u64 % 6 + 2))
        .sum();
    letter(b"0123456789K", (11 - sum % 11) % 11) == id.get(last).copied()
}

fn chinese(id: &[u8]) -> bool {
    const WEIGHTS: [u64; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    matches!(number(id, 0, 2), 11..=15 | 21..=23 | 31..=37 | 41..=46 | 50..=54 | 61..=65 | 71 | 81..=83)
        && (1850..2100).contains(&number(id, 6, 4))
        && is_day(number(id, 10, 2), number(id, 12, 2))
        && letter(b"10X98765432", weighted(id, &WEIGHTS) % 11) == id.get(17).copied()
}

fn nric(id: &[u8]) -> bool {
    let tail = id.get(1..8).unwrap_or_default();
    let sum = weighted(tail, &[2, 7, 6, 5, 4, 3, 2]);
    let check = match id.first() {
        Some(b'S') => letter(b"JZIHGFEDCBA", sum % 11),
        Some(b'T') => letter(b"JZIHGFEDCBA", (sum + 4) % 11),
        Some(b'F') => letter(b"XWUTRQPNMLK", sum % 11),
        Some(b'G') => letter(b"XWUTRQPNMLK", (sum + 4) % 11),
        _ => None,
    };
    check.is_some() && check == id.get(8).copied()
}
