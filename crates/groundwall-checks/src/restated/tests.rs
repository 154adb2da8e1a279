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
    ] {
        assert_eq!(says(claim, sentence), None, "{claim} {sentence}");
    }
}

#[test]
fn what_it_is_about_may_be_left_to_the_question() {
    let sentence = "이도윤은 2학년 1학기에 새빛중학교에서 전입하였다.";
    let claim: Text = "2학년 1학기에 새빛중학교에서 전입했습니다.".into();
    let asked = |asked| says_again(&claim, sentence, Known { asked, headed: "" });
    assert_eq!(asked("이도윤은 언제 전학 왔나요?"), Some(Again::Same));
    assert_eq!(asked("김민준은 언제 전학 왔나요?"), None);
}

#[test]
fn a_claim_may_begin_with_the_name_of_the_document() {
    let claim: Text = "누리회의 정기 모임은 회당 2시간 이상 열어야 합니다.".into();
    let headed = |headed| {
        let known = Known { asked: "", headed };
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
