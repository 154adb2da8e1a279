use super::*;

fn says(claim: &str, sentence: &str) -> Option<Again> {
    says_again(&claim.into(), sentence, Known::default())
}

#[test]
fn other_endings_particles_and_spellings_of_values_say_the_same() {
    for (claim, sentence) in [
        (
            "도서관은 매주 월요일에 휴관합니다.",
            "도서관은 매주 월요일에 휴관한다.",
        ),
        (
            "고객 민원은 소비자보호부가 접수해 처리합니다.",
            "고객 민원은 소비자보호부가 접수하고 처리한다.",
        ),
        (
            "대출 한도는 최대 3억 원입니다.",
            "대출 한도는 최대 300,000,000원이며 담보 가액의 70%를 넘을 수 없다.",
        ),
        (
            "대출 한도는 담보 가액의 70%를 초과할 수 없습니다.",
            "대출 한도는 최대 300,000,000원이며 담보 가액의 70%를 넘을 수 없다.",
        ),
        (
            "직원은 금품을 받아서는 안 됩니다.",
            "제5조(의무) ① 직원은 금품을 받아서는 아니 된다.",
        ),
        (
            "약관에 따르면 회사는 회원의 정보를 보호하여야 합니다.",
            "회사(이하 \"갑\"이라 한다)는 회원의 정보를 보호해야 한다.",
        ),
        (
            "배터리는 사용자가 교체할 수 없습니다.",
            "배터리는 사용자가 교체할 수 없다.",
        ),
        (
            "이 특허는 2022년 5월에 출원되었습니다.",
            "이 특허는 2022년 5월에 출원되었고 현재 심사 중이다.",
        ),
        (
            "위약금은 3년이 지나면 면제됩니다.",
            "위약금은 3년이 지나면 면제한다.",
        ),
        (
            "1인당 5천만 원까지 원금과 이자가 보호됩니다.",
            "1인당 5천만 원까지 원금과 이자를 보호한다.",
        ),
        ("보험료는 매월 청구합니다.", "보험료는 매월 청구된다."),
        (
            "6개월부터 36개월까지 가입할 수 있습니다.",
            "6개월 이상 36개월 이하 가입할 수 있다.",
        ),
        (
            "19세부터 34세까지의 세대주가 신청합니다.",
            "19세 이상 34세 이하 세대주가 신청한다.",
        ),
        (
            "책은 3권까지 빌릴 수 있습니다.",
            "책은 세 권까지 빌릴 수 있다.",
        ),
        // Lines without a verb.
        (
            "계약 번호는 2024-0312-000871입니다.",
            "계약 번호 2024-0312-000871.",
        ),
        ("담당자는 홍길동입니다.", "담당자: 홍길동"),
        (
            "미인정 결석은 1일입니다.",
            "질병 결석 3일, 미인정 결석 1일, 지각 2회.",
        ),
        (
            "박서윤의 동아리활동은 34시간입니다.",
            "박서윤: 자율활동 20시간, 동아리활동 34시간.",
        ),
        (
            "최소 가입 금액은 100만 원 이상입니다.",
            "최소 가입 금액 1,000,000원 이상",
        ),
    ] {
        assert_eq!(
            says(claim, sentence),
            Some(Again::Same),
            "{claim} {sentence}"
        );
    }
}

#[test]
fn another_part_condition_bound_time_or_verb_is_not_the_same() {
    for (claim, sentence) in [
        // Roles exchanged.
        ("이사가 감사를 감독한다.", "감사가 이사를 감독한다."),
        // A condition, a time or what it is about is left out.
        ("수수료를 면제합니다.", "3년이 지나면 수수료를 면제한다."),
        ("수수료를 면제합니다.", "법인 고객은 수수료를 면제한다."),
        ("도서관은 휴관합니다.", "도서관은 매주 월요일에 휴관한다."),
        (
            "회사는 서비스를 제한합니다.",
            "회사는 요금을 내지 않는 경우 통보하고 서비스를 제한한다.",
        ),
        (
            "회사는 통보합니다.",
            "회사는 통보하고 서비스를 제한할 수 있다.",
        ),
        // May is not must, now is not then, another value.
        (
            "회사는 서비스를 제한할 수 있다.",
            "회사는 서비스를 제한하여야 한다.",
        ),
        ("회사는 서비스를 제한했다.", "회사는 서비스를 제한한다."),
        ("기간은 15일입니다.", "기간은 14일이다."),
        ("기간은 14일 이상이다.", "기간은 14일 이내이다."),
        // Somebody only says so.
        (
            "회사는 손해를 배상합니다.",
            "회사는 손해를 배상한다고 김 대표가 주장했다.",
        ),
        // The neighbour's property.
        (
            "가람은행의 금리는 3%입니다.",
            "하늘은행의 금리는 3%이고 가람은행의 금리는 4%이다.",
        ),
        ("The bank pays 3%.", "은행은 3%를 지급한다."),
        // Who does it is not to whom it is done.
        ("은행은 수수료가 면제됩니다.", "은행은 수수료를 면제한다."),
        ("수수료는 은행이 면제됩니다.", "은행이 수수료를 면제한다."),
        ("회사가 직원을 해고합니다.", "직원이 해고된다."),
        // Another entry of a line, its name left out, or no entry.
        (
            "질병 결석은 1일입니다.",
            "질병 결석 3일, 미인정 결석 1일, 지각 2회.",
        ),
        (
            "결석은 1일입니다.",
            "질병 결석 3일, 미인정 결석 1일, 지각 2회.",
        ),
        (
            "동아리활동은 34시간입니다.",
            "박서윤: 자율활동 20시간, 동아리활동 34시간.",
        ),
        ("사과는 배입니다.", "사과 배"),
        (
            "번호 계약은 2024-0312-000871입니다.",
            "계약 번호 2024-0312-000871.",
        ),
        ("담당자는 홍길동이 아닙니다.", "담당자: 홍길동"),
        (
            "가입 금액은 100만 원 이상입니다.",
            "가입 금액 100만 원 이하",
        ),
        (
            "20세부터 34세까지의 세대주가 신청합니다.",
            "19세 이상 34세 이하 세대주가 신청한다.",
        ),
    ] {
        assert_eq!(says(claim, sentence), None, "{claim} {sentence}");
    }
}

#[test]
fn what_it_is_about_may_be_left_to_the_question() {
    let sentence = "이도윤은 2학년 1학기에 새빛중학교에서 전입하였다.";
    let claim: Text = "2학년 1학기에 새빛중학교에서 전입했습니다.".into();
    let asked = |asked| {
        says_again(
            &claim,
            sentence,
            Known {
                asked,
                ..Known::default()
            },
        )
    };
    assert_eq!(asked("이도윤은 언제 전학 왔나요?"), Some(Again::Same));
    assert_eq!(asked("김민준은 언제 전학 왔나요?"), None);
}

#[test]
fn a_claim_may_begin_with_the_name_of_the_document() {
    let claim: Text = "누리회의 정기 모임은 회당 2시간 이상 열어야 합니다.".into();
    let headed = |named| {
        let known = Known {
            named,
            ..Known::default()
        };
        says_again(&claim, "정기 모임은 회당 2시간 이상 열어야 한다.", known)
    };
    assert_eq!(headed("누리회_회칙.md"), Some(Again::Same));
    assert_eq!(headed("다온회_회칙.md"), None);
}

#[test]
fn one_denial_more_is_the_opposite() {
    for (claim, sentence) in [
        (
            "배터리는 사용자가 교체할 수 있습니다.",
            "배터리는 사용자가 교체할 수 없다.",
        ),
        (
            "이 펀드는 환헤지를 합니다.",
            "이 펀드는 환헤지를 하지 않는다.",
        ),
        (
            "회사는 비용을 부담하지 않습니다.",
            "회사는 비용을 부담한다.",
        ),
    ] {
        assert_eq!(
            says(claim, sentence),
            Some(Again::Opposite),
            "{claim} {sentence}"
        );
    }
}

#[test]
fn nouns_that_change_places_are_not_the_same() {
    for (claim, sentence) in [
        (
            "경쟁사는 회사가 특허를 침해했다고 주장했다.",
            "회사는 경쟁사가 특허를 침해했다고 주장했다.",
        ),
        (
            "을은 갑이 동의하면 계약을 해지할 수 있다.",
            "갑은 을이 동의하면 계약을 해지할 수 있다.",
        ),
        ("고양이는 쥐가 잡아먹는다.", "쥐는 고양이가 잡아먹는다."),
        ("얼음이 물이 된다.", "물이 얼음이 된다."),
        ("부산에서 물건을 보낸다.", "부산에 물건을 보낸다."),
    ] {
        assert_eq!(says(claim, sentence), None, "{claim} {sentence}");
    }
    // Where nothing else changes the words may stand in another order.
    assert_eq!(
        says(
            "임대인은 보증금을 임차인에게 반환합니다.",
            "임대인은 임차인에게 보증금을 반환한다."
        ),
        Some(Again::Same)
    );
}

#[test]
fn a_clause_alone_says_nothing_where_the_others_bind_it() {
    for (claim, sentence) in [
        ("예금과 적금은 4%이다.", "예금은 3%이고 적금은 4%이다."),
        (
            "이사회가 승인하면 배당을 지급한다.",
            "회사는 이익이 나고 이사회가 승인하면 배당을 지급한다.",
        ),
        (
            "보험에 가입한 운전자는 보상을 받는다.",
            "사고가 났으며 보험에 가입한 운전자는 보상을 받는다.",
        ),
        (
            "사고가 났다.",
            "사고가 났으며 보험에 가입한 운전자는 보상을 받는다.",
        ),
        ("운동하면 안 된다.", "음식을 먹고 운동하면 안 된다."),
        (
            "직원은 자료를 반출할 수 있다.",
            "직원은 허가를 받고 자료를 반출할 수 있다.",
        ),
        (
            "입장료는 환불된다.",
            "우천 시에는 행사가 취소되고 입장료는 환불된다.",
        ),
        (
            "술은 판매하지 않는다.",
            "미성년자는 입장이 제한되며 술은 판매하지 않는다.",
        ),
    ] {
        assert_eq!(says(claim, sentence), None, "{claim} {sentence}");
    }
}

#[test]
fn what_frames_a_sentence_or_takes_it_back_is_heeded() {
    let claim: Text = "매출이 늘었습니다.".into();
    let said = |headed, before, behind| {
        let around = (before, behind);
        let known = Known {
            headed,
            around,
            ..Known::default()
        };
        says_again(&claim, "매출이 늘었다.", known)
    };
    assert_eq!(
        said("실적.md", "회사가 발표했다.", "비용도 늘었다."),
        Some(Again::Same)
    );
    assert_eq!(said("자주 하는 오해", "", ""), None);
    let denied: Text = "회원은 음식을 팔아서는 안 됩니다.".into();
    let under = Known {
        headed: "제5조(금지)",
        ..Known::default()
    };
    let same = says_again(&denied, "회원은 음식을 팔아서는 아니 된다.", under);
    assert_eq!(same, Some(Again::Same));
    assert_eq!(said("", "다음 진술은 거짓이다.", ""), None);
    assert_eq!(said("", "다음의 경우 보고한다.", ""), None);
    assert_eq!(said("", "## 보고하지 않는 경우\n- ", ""), None);
    assert_eq!(says("매출이 늘었다.", "(개정 전) 매출이 늘었다."), None);
    assert_eq!(said("", "", "이는 헛소문이다."), None);
}

#[test]
fn a_denial_that_leaves_room_is_not_the_opposite() {
    for (claim, sentence) in [
        ("일부 학생은 출석했다.", "일부 학생은 출석하지 않았다."),
        (
            "회사는 이자를 지급할 수 있다.",
            "회사는 이자를 지급하지 않을 수 있다.",
        ),
        (
            "동의하면 서비스를 이용할 수 없다.",
            "동의하지 않으면 서비스를 이용할 수 없다.",
        ),
        (
            "흡연하는 사람은 보험료를 할인받는다.",
            "흡연하지 않는 사람은 보험료를 할인받는다.",
        ),
        ("오류가 있는지 확인한다.", "오류가 없는지 확인한다."),
    ] {
        assert_eq!(says(claim, sentence), None, "{claim} {sentence}");
    }
}
