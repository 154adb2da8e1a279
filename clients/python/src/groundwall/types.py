"""What the API takes and returns. Written by clients/generate.py from the description of the API; changes belong there."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

ExportFormat = Literal["docx", "markdown", "csv", "json"]
Action = Literal["flag", "replace", "append", "mask", "remove", "correct", "warn", "alert", "block", "escalate"]
Certainty = Literal["warning", "likely", "confirmed"]
Checkability = Literal["checkable", "opinion", "greeting", "question", "meta", "empty"]
ClaimKind = Literal["currency", "percentage", "ratio", "count", "date", "entity", "quote", "citation", "comparison", "definition", "event", "other"]
Closeness = Literal["precise", "fast"]
CollectionId = str
ConsensusOutcome = Literal["approved", "majority", "partial", "escalated", "not_compared"]
ConversationId = str
DocumentId = str
DocumentName = str
FinalAction = Literal["repair", "notes", "withhold"]
FindingKind = str
Format = Literal["pdf", "docx", "xlsx", "xls", "ods", "csv", "tsv", "json", "text", "markdown", "html"]
GuardState = Literal["off", "passed", "refused"]
OpinionState = Literal["asked", "remembered", "void", "failed", "over_budget"]
Outcome = Literal["passed", "silent", "clash", "absent", "warning", "not_run"]
PanelStand = Literal["agrees", "dissents", "failed", "late"]
PassageId = str
Preset = Literal["firewall", "similarity-nli", "cosine", "nli"]
PromptMode = Literal["strict", "acknowledge"]
ReportId = str
Risk = Literal["low", "medium", "high", "critical"]
RuleState = Literal["holds", "broken", "no_data"]
SentenceKind = Literal["prose", "list_item", "row", "heading"]
Severity = Literal["low", "medium", "high", "critical"]
Side = Literal["left", "right"]
Specificity = Literal["low", "medium", "high"]
Stance = Literal["supports", "refutes", "silent"]
State = Literal["verified", "partly_verified", "not_verified", "nothing_to_check", "not_covered"]
UncertaintyBand = Literal["serve", "advise", "escalate"]
Verdict = Literal["supported", "refuted", "unsupported", "unverifiable"]


class Amount(TypedDict):
    """The width of an absolute `Band`."""

    #: In the claim's own unit.
    absolute: float


class _AskedPart(TypedDict):
    #: Whether the delivered text answers it or, where no text was delivered, the passages do; none where nobody judged that.
    found: bool | None
    #: How surely, in [0, 1]: what the reader says of the passages, weighed, and where they answer it weighed again with what else is known of them; of
    #: another's text the reader's entailment.
    probability: float | None
    #: As a question of its own.
    text: str


class AskedPart(_AskedPart, total=False):
    """A part of a question, and whether it is answered."""

    #: How a table read it whose words the table does not all know; then it is not sure that this was asked.
    note: str | None
    read: AskedReading | None
    #: A name of the question that the document nearest to an answer nowhere says, so that it speaks of something else; where it is answered, one that is not
    #: said where the answer stands.
    unsaid: str | None


class _AskedReading(TypedDict):
    #: Of these sentences.
    best: float
    #: Of the surest ones elsewhere; 0 where there are none.
    other: float
    #: Of a longer stretch of text around sentences near the question; 0 where there is none.
    stretch: float
    #: The sentences that come nearest to an answer.
    text: str


class AskedReading(_AskedReading, total=False):
    """What the reader said of the passages that it read for a part of a question: how surely each answers, in [0, 1]."""

    #: The share of the question that these sentences say, in [0, 1]; a word counts the more the fewer of the sentences at hand have it.
    says: float
    #: How surely these sentences answer the question with one word left out, in the mean of several words; none where they do not answer it.
    without: float | None


class _Attempt(TypedDict):
    #: Empty when the text was withheld.
    claims: list[JudgedClaim]
    counts: VerdictCounts
    #: None when the text was withheld.
    draft: str | None
    #: Why the draft was not released as it stood; empty when it was.
    faults: list[str]
    generator: str
    #: From 1.
    number: int
    #: The prompt that asked for it, for the record of a regeneration; none for the first and for withheld text.
    refined_prompt: str | None
    support_ratio: float | None


class Attempt(_Attempt, total=False):
    """A draft with its claims and verdicts."""

    samples: Samples | None
    #: How unsure the generator was of the draft's tokens, in [0, 1]; none where it gives no probabilities.
    token_entropy: float | None


class _Candidate(TypedDict):
    passage: Passage
    #: From 1.
    rank: int
    #: Reciprocal rank fusion, k = 60.
    score: float
    #: Cosine of question and passage.
    similarity: float


class Candidate(_Candidate, total=False):
    """A retrieved passage with its scores."""

    #: The order in the passage for which it was kept from a language model.
    kept_back: str | None


class CheckOutcome(TypedDict):
    """One line of a claim's list of checks."""

    check: str
    note: str
    outcome: Outcome


class CheckSwitches(TypedDict, total=False):
    """A switch per check, and per type of what the check of numbers compares. A check that is off is reported as not run, and what it would have judged is
    unsupported."""

    #: Whether a window asserts the claim, or only names it as a myth, a rumour, a question, a condition.
    assertions: bool
    citations: bool
    currency: bool
    dates: bool
    identifiers: bool
    impossibilities: bool
    #: Questions that give orders to the app are refused, and passages that do are kept from a language model.
    instructions: bool
    nli: bool
    #: All numbers; the three types below can be switched off by themselves.
    numbers: bool
    patterns: bool
    percentages: bool
    quotes: bool
    ratios: bool
    self_contradiction: bool
    #: Recomputation of claims about known rows and aggregates.
    tables: bool


class _Citation(TypedDict):
    document: DocumentId
    #: From 1.
    number: int
    #: Document and place, as `harbour.txt, line 1`.
    place: str
    quote: str


class Citation(_Citation, total=False):
    """A citation issued by the verifier."""

    #: First and last sentence of the quote in the document; none where it was computed from cells.
    sentences: tuple[int, int]


class Claim(TypedDict):
    """One checkable statement. `text` stands on its own; `span` says which part of the draft it came from."""

    checkability: Checkability
    #: Hedging words ("probably"); the fact behind them is checked all the same.
    hedge: str | None
    #: From 1, in the order of the draft.
    id: int
    kind: ClaimKind
    #: The sentence of the draft that holds the claim.
    sentence: str
    #: Characters of the draft that the sentence covers; several claims may share it.
    span: Span
    specificity: Specificity
    text: str
    #: A vague generalisation ("most experts agree").
    vague: bool


class Collection(TypedDict):
    """A collection with how much it holds."""

    #: RFC 3339 in UTC; none for `default`, which was always there.
    created_at: str | None
    documents: int
    id: CollectionId
    name: str
    passages: int
    #: What differs from the policy in force.
    policy: PolicyOverride
    reports: int
    #: Grows with every change of the documents.
    version: int


class Collections(TypedDict):
    """Every collection, `default` first."""

    collections: list[Collection]


class ComparedField(TypedDict):
    """One column of two records."""

    greater: Side | None
    left: str
    name: str
    right: str


class _Consensus(TypedDict):
    #: What the comparison added to the time of the question.
    added_milliseconds: int
    #: One an endpoint, the one that drafts first.
    answers: list[PanelAnswer]
    outcome: ConsensusOutcome


class Consensus(_Consensus, total=False):
    """How far several endpoints agree on the answer to a question of high risk."""

    #: What the comparison could not do.
    note: str | None
    #: Share of the answers that are in the largest group, in [0, 1]; none where nothing was compared.
    score: float | None


class _Document(TypedDict):
    #: When it was added, RFC 3339 in UTC.
    added_at: str
    #: Size of the original in bytes.
    bytes: int
    #: Length of the extracted text in characters.
    characters: int
    collection: CollectionId
    format: Format
    id: DocumentId
    #: Never empty; the first is the one that citations use.
    names: list[DocumentName]
    #: What a reader should know of the extraction, such as pages without text.
    notes: list[str]
    #: Number of pages, for formats that have them.
    pages: int | None
    #: Number of passages.
    passages: int
    #: SHA-256 of the original bytes, lower-case hexadecimal.
    sha256: str


class Document(_Document, total=False):
    """A stored document: one content, under one or more names."""

    #: When a person last said that it holds as it is, RFC 3339 in UTC; absent where nobody has.
    reviewed_at: str | None


class Documents(TypedDict):
    """The documents of a collection, as programs read them."""

    collection: CollectionId
    documents: list[Document]
    passages: int


class Escalation(TypedDict):
    """How soon a person has to look."""

    priority: Severity
    #: Minutes until it is due.
    within: int


class _Evidence(TypedDict):
    #: Share of the claim's weighted content words that occur in the window, in [0, 1].
    coverage: float
    nli: NliScores | None
    #: Cosine of claim and window, in [-1, 1]; none when the embedder did not run.
    similarity: float | None
    stance: Stance
    window: Window


class Evidence(_Evidence, total=False):
    """A window scored against one claim."""

    read: NliScores | None


class Finding(TypedDict):
    """A typed problem found by a check."""

    certainty: Certainty
    #: 0 where a pack's rule found it in a text outside every claim.
    claim: int
    #: In [0, 1].
    confidence: float
    description: str
    #: The value that the claim states.
    detected: str | None
    #: Place in the claim's list of evidence.
    evidence: int | None
    #: The value that the documents state, where known.
    expected: str | None
    #: Unique within the report, as `c3-numeric_mismatch-1`.
    id: str
    location: Span | None
    recommendation: str
    severity: Severity
    #: Check and version that made the finding, as `number/1`, or pack, version and rule, as `finance-kr/1 CG-001`.
    source: str
    type: FindingKind


class Governance(TypedDict, total=False):
    """What governed a question or a text."""

    consensus: Consensus | None
    guard: GuardReading | None
    #: What the question is after, by each pack that has intents.
    intents: list[IntentAnswer]
    #: Documents of the evidence whose tier asks for a review that is overdue.
    stale: list[StaleDocument]
    uncertainty: Uncertainty | None


class GroupFigure(TypedDict):
    """One group with its figure."""

    name: str
    shown: str
    #: For a chart; the exact figure is `shown`.
    value: float


class _GuardFinding(TypedDict):
    #: As `instruction_override`.
    kind: str
    #: As `patterns`.
    layer: str
    severity: Severity
    #: The words, decoded and in lower case, or the name of the shape.
    words: str


class GuardFinding(_GuardFinding, total=False):
    """One thing that the guard found in a question."""

    #: The outermost disguise that was taken off, such as `Base64`.
    decoded: str | None


class GuardLayers(TypedDict, total=False):
    """Which layers of the guard read questions, each for itself; passages are read by words and shape. `checks.instructions` switches the whole guard."""

    #: The linear classifier; questions alone.
    classifier: bool
    #: Phrases, in every reading of the text.
    patterns: bool
    #: Markers, delimiters, turns of a conversation.
    structure: bool


class _GuardReading(TypedDict):
    #: The layers that read it.
    layers: list[str]
    state: GuardState


class GuardReading(_GuardReading, total=False):
    """The guard's decision on a question."""

    #: The gravest first.
    findings: list[GuardFinding]
    #: The classifier's probability that it is an order, in [0, 1]; none where that layer is off.
    probability: float | None


class _InlineSource(TypedDict):
    id: str
    text: str


class InlineSource(_InlineSource, total=False):
    """A source given with a verification; used for it and not stored."""

    title: str | None


class _IntentAnswer(TypedDict):
    #: Whether no word of the question named it: it is the one of a question that no other fits.
    assumed: bool
    code: str
    name: str
    #: `low`, `medium`, `high` or `reject`.
    risk: str
    #: As `finance-kr/1`.
    source: str


class IntentAnswer(_IntentAnswer, total=False):
    """What a question is after, by one pack."""

    #: What an answer to such a question has to say.
    disclaimer: str | None


class JoinedReading(TypedDict):
    """The sentences of a document that come nearest to a claim, with their neighbours in the document's order, and what the reader says of them together."""

    document: DocumentId
    nli: NliScores
    text: str


class _JudgedClaim(TypedDict):
    checks: list[CheckOutcome]
    claim: Claim
    #: Best first; the first decided the verdict where evidence decided it.
    evidence: list[Evidence]
    findings: list[Finding]
    #: Probability that the claim is supported, in [0, 1]; calibrated when the model's thresholds are.
    probability: float
    verdict: Verdict
    #: The reason in one sentence for a reader.
    why: str
    why_not: WhyNot | None


class JudgedClaim(_JudgedClaim, total=False):
    """A claim with its verdict and everything that led to it."""

    computed: TableAnswer | None
    #: What the reader says of several sentences of a document read together, best document first.
    joined: list[JoinedReading]
    #: The claim as the models read it, where that is otherwise: without a hedge ("probably"), without the words that name the document where no document says
    #: the claim with them, and with values and dates as the evidence writes them where a check found them equal or within a band ("0.05 g" as "50 mg"); of one
    #: that a table holds, the question that was put.
    read_as: str | None
    reason: Reason | None
    #: The rule of a pack that took the claim's sentence out of an answer, with its reason.
    removed_by: str | None
    second_opinion: SecondOpinion | None


class Locator(TypedDict, total=False):
    """A place in a document, as precise as its format allows. Pages, lines and paragraphs count from 1."""

    #: Cell range within the sheet, as `A2:F2`.
    cells: str | None
    #: Headings from the outermost to the one directly above.
    heading: list[str]
    #: Line of a text file.
    line: int | None
    #: Page of a PDF.
    page: int | None
    #: Paragraph of a DOCX or HTML file.
    paragraph: int | None
    #: Sheet of a workbook.
    sheet: str | None


class ModelIdentity(TypedDict):
    """Identity of a loaded model, as it stands in every report."""

    #: Numeric precision and kernel, as `f32/candle`.
    kernel: str
    license: str
    name: str
    revision: str
    #: SHA-256 of the weight file.
    sha256: str


class _NewCollection(TypedDict):
    name: str


class NewCollection(_NewCollection, total=False):
    """A collection that is to be made."""

    policy: PolicyOverride


class NliScores(TypedDict):
    """Probabilities of the three labels; they sum to 1."""

    contradiction: float
    entailment: float
    neutral: float


class PackIdentity(TypedDict):
    """A pack that took part, by its file."""

    name: str
    #: Of the file's bytes, in hexadecimal.
    sha256: str
    version: str


class _PanelAnswer(TypedDict):
    #: The model, as the endpoint names it.
    model: str
    stand: PanelStand


class PanelAnswer(_PanelAnswer, total=False):
    """What one endpoint said."""

    #: As it was written, unverified; none where the endpoint failed, and where nothing of the answer may leave.
    text: str | None


class Passage(TypedDict):
    """The retrievable unit."""

    document: DocumentId
    document_name: DocumentName
    id: PassageId
    #: Place among the document's passages, from 0.
    index: int
    locator: Locator
    #: The passage's sentences and up to two neighbours of the same section on each side, so that any window of three sentences around a sentence of the passage
    #: can be cut without asking the store again.
    sentences: list[Sentence]
    #: Characters of the document's text.
    span: Span
    text: str


class Points(TypedDict):
    """The width of a `Band` in percentage points."""

    #: In percentage points, from 0 to 100.
    points: float


class Policy(TypedDict, total=False):
    """How the firewall decides."""

    checks: CheckSwitches
    #: Taken off an answer's confidence when any claim failed. In [0, 1].
    confidence_penalty: float
    #: Whether further endpoints answer questions of high risk too, where there are any, and are compared.
    consensus: bool
    final_action: FinalAction
    guard: GuardLayers
    #: Whether web addresses that a text cites, and that the documents do not have, are asked whether something is there. They then leave this machine; no
    #: request can switch it on.
    look_up_addresses: bool
    #: Further drafts asked for after the first. 0 to 2.
    max_regenerations: int
    #: The rule packs that are on, by name; `core` always is. `-finance-kr/CG-001` switches one rule of a pack off.
    packs: list[str]
    preset: Preset
    prompt_mode: PromptMode
    #: Best dense cosine below which a question without a rare term is not covered. In [0, 1].
    relevance_threshold: float
    #: Further drafts, at higher temperatures, that a language model's answer is held against for its uncertainty. 0 to 5; each costs what a draft costs.
    samples: int
    second_opinion: SecondOpinionPolicy
    #: Cosine below which a window is not shown as best evidence; decides only in the preset `similarity-nli`.
    similarity_threshold: float
    #: Probability from which a claim is supported, by the judge or, where a verifier has none, by its entailment; none takes their own. `groundwall calibrate`
    #: prints one for your documents. In [0, 1].
    support_probability: float | None
    #: τ: the support ratio from which a draft without a veto is repaired at once. In (0, 1].
    support_threshold: float
    #: Whether the chat endpoint may propose a typed query where a question speaks of a table and the parser declines it. Names of columns and some of their
    #: values go to the endpoint.
    table_queries: bool
    tolerances: Tolerances
    #: Passages retrieved for a question. 1 to 50.
    top_k: int
    verifier: Closeness


class PolicyOverride(TypedDict, total=False):
    """The parts of a policy that one request changes for itself."""

    checks: CheckSwitches | None
    #: Whether further endpoints answer questions of high risk too.
    consensus: bool | None
    final_action: FinalAction | None
    max_regenerations: int | None
    #: The rule packs that are on besides `core`, as a whole.
    packs: list[str] | None
    preset: Preset | None
    prompt_mode: PromptMode | None
    #: Further drafts that a language model's answer is held against.
    samples: int | None
    #: Whether the chat endpoint is asked about undecided claims.
    second_opinion: bool | None
    similarity_threshold: float | None
    support_threshold: float | None
    #: Whether the chat endpoint may propose queries over tables.
    table_queries: bool | None
    tolerances: Tolerances | None
    top_k: int | None
    verifier: Closeness | None


class _Provenance(TypedDict):
    calibrated: bool
    #: Version of the collection when it was read.
    collection_version: int
    embedder: ModelIdentity | None
    generator: str | None
    groundwall: str
    judge: ModelIdentity | None
    #: Who or what wrote a submitted text, as its sender named it.
    origin: str | None
    policy: Policy
    reader: ModelIdentity | None
    verifier: ModelIdentity | None


class Provenance(_Provenance, total=False):
    """What judged: enough to judge again."""

    #: SHA-256 of the word lists that texts are read with; none in reports from before they were hashed.
    language: str | None
    #: The rule packs that were on.
    packs: list[PackIdentity]


class _QuestionRequest(TypedDict):
    question: str


class QuestionRequest(_QuestionRequest, total=False):
    """A question as programs ask it."""

    #: Id or name; without it that of the conversation, else `default`, or the first of a key that does not reach that.
    collection: str | None
    #: The conversation that the question goes on with, or `new` for one that it begins; without it the question stands alone.
    conversation: str | None
    policy: PolicyOverride
    scope: Scope


class ReasonImpossible(TypedDict):
    """A check finds the claim impossible in itself."""

    code: Literal["impossible"]
    note: str


class ReasonNothingFound(TypedDict):
    """No window of the documents speaks of it."""

    code: Literal["nothing_found"]


class ReasonSimilarity(TypedDict):
    """By the cosine alone: presets for comparison."""

    code: Literal["similarity"]
    cosine: float


class ReasonClash(TypedDict):
    """A window says another value than the claim."""

    code: Literal["clash"]
    detected: str
    expected: str
    place: str


class ReasonAbsent(TypedDict):
    """What the claim names stands in no window."""

    code: Literal["absent"]
    detected: str


class ReasonCheckOff(TypedDict):
    """A check that would have decided is switched off."""

    check: str
    code: Literal["check_off"]


class ReasonScriptNotRead(TypedDict):
    """The verifier does not read the claim's script."""

    code: Literal["script_not_read"]


class ReasonReaderNotRun(TypedDict):
    """The reader did not run."""

    code: Literal["reader_not_run"]


class ReasonTooLong(TypedDict):
    """The claim is longer than the verifier reads."""

    code: Literal["too_long"]


class ReasonModelNotRun(TypedDict):
    """The NLI model did not run."""

    code: Literal["model_not_run"]


class _ReasonConflict(TypedDict):
    code: Literal["conflict"]
    #: What the other one says instead, as a clause.
    difference: str
    other: str
    place: str


class ReasonConflict(_ReasonConflict, total=False):
    """One document supports it and another one does not."""

    #: Of which of them the word counts, and why, as a clause; none where both are of one rank.
    winner: str | None


class _ReasonSays(TypedDict):
    code: Literal["says"]
    place: str


class ReasonSays(_ReasonSays, total=False):
    """A window says so; `model` names the chat endpoint's where its reading decided."""

    model: str | None


class ReasonDenied(TypedDict):
    """A window denies it."""

    code: Literal["denied"]
    place: str
    #: What its words say of the claim, as a clause.
    says: str
    words: str


class _ReasonContradicted(TypedDict):
    code: Literal["contradicted"]
    place: str


class ReasonContradicted(_ReasonContradicted, total=False):
    """A window says otherwise."""

    model: str | None


class ReasonWithheld(TypedDict):
    """A window names it and does not assert it."""

    code: Literal["withheld"]
    place: str
    says: str
    words: str


class _ReasonNear(TypedDict):
    code: Literal["near"]
    place: str


class ReasonNear(_ReasonNear, total=False):
    """Windows come close and do not say it."""

    model: str | None


class _ReasonComputed(TypedDict):
    code: Literal["computed"]
    table: str


class ReasonComputed(_ReasonComputed, total=False):
    """Recomputed from cells of a table; `said` is what they say, where the claim could be held against it."""

    said: str | None


class ReasonSelfContradiction(TypedDict):
    """Another claim of the same text cannot hold beside it."""

    code: Literal["self_contradiction"]
    note: str


class ReasonOpinion(TypedDict):
    code: Literal["opinion"]


class ReasonGreeting(TypedDict):
    code: Literal["greeting"]


class ReasonQuestion(TypedDict):
    code: Literal["question"]


class ReasonMeta(TypedDict):
    code: Literal["meta"]


class ReasonEmpty(TypedDict):
    code: Literal["empty"]


class ReasonNotCheckable(TypedDict):
    """Nothing says why it cannot be checked."""

    code: Literal["not_checkable"]


class Refused(TypedDict):
    error: str
    filename: str


class _Report(TypedDict):
    attempts: list[Attempt]
    #: The banner: one or two sentences that say what happened.
    banner: str
    candidates: list[Candidate]
    citations: list[Citation]
    #: Claims of the released text (of the submitted text for a verification); empty when withheld.
    claims: list[JudgedClaim]
    collection: CollectionId
    #: RFC 3339 in UTC.
    created_at: str
    #: What did not run and therefore counts as not passed; empty when all ran.
    degraded: list[str]
    #: The released text; none when it was withheld or there was none.
    delivered: str | None
    elapsed_seconds: float
    id: ReportId
    provenance: Provenance
    #: None for a verification.
    question: str | None
    #: Claims taken out of the released text, with their reasons; empty when withheld.
    removed: list[JudgedClaim]
    #: The released text in parts, with claims, citations and notes.
    segments: list[Segment]
    stages: list[Stage]
    state: State
    summary: Summary


class Report(_Report, total=False):
    """The whole record of one question or one verification."""

    #: What was asked, part by part; empty for a verification, a remark and an answer that was computed.
    asked: list[AskedPart]
    #: The question as it was read, where it did not stand alone ("and in 2023?").
    asked_as: str | None
    conversation: ConversationId | None
    #: What rules of packs found in the text, besides the findings of its claims.
    findings: list[Finding]
    governance: Governance | None
    #: What a reader is told beside the state, a sentence each; the banner has them too: what rule packs did, how far language models agree, how uncertain the
    #: answer is.
    remarks: list[str]
    #: What each rule of the packs answered.
    rules: list[RuleAnswer]
    #: Which documents could speak, where not all of the collection.
    scope: Scope
    table: TableAnswer | None


class _ReportLine(TypedDict):
    collection: CollectionId
    counts: VerdictCounts
    created_at: str
    id: ReportId
    state: State
    tags: list[str]
    #: The question, the first words of what was verified, or what a person called it.
    title: str


class ReportLine(_ReportLine, total=False):
    """A line of the report history."""

    conversation: ConversationId | None


class ReportPage(TypedDict):
    """A page of the history, newest first."""

    #: `after` of the next page; none on the last.
    next: int | None
    reports: list[ReportLine]
    #: How many match, on all pages.
    total: int


class _RuleAnswer(TypedDict):
    #: One sentence for a reader.
    note: str
    pack: str
    #: As `CG-001`.
    rule: str
    state: RuleState
    version: str


class RuleAnswer(_RuleAnswer, total=False):
    """The answer of one rule to one text."""

    #: What the rule asks for; empty where it is not broken.
    actions: list[Action]
    escalation: Escalation | None


class Samples(TypedDict):
    """Further drafts of a prompt, held against the one that is delivered."""

    #: Those that say the same.
    agree: int
    #: Drafts that came.
    drafts: int


class Scope(TypedDict, total=False):
    """Which documents may speak. Empty: all of the collection."""

    #: Only documents of these names.
    documents: list[DocumentName]
    #: Only windows that name this entity; others are shown as "other entity".
    entity: str | None
    #: Only windows of this period, when they name one; others are shown as "other period".
    period: str | None


class SecondOpinion(TypedDict):
    """The opinion of a chat endpoint on one claim and one window. It decides only where no check did."""

    #: As the endpoint names it.
    model: str
    stance: Stance | None
    state: OpinionState
    #: The words of the window that it decided by.
    words: str


class SecondOpinionPolicy(TypedDict, total=False):
    """Whether and how often the chat endpoint is asked about claims that the local stages leave undecided (docs/contract.md, Verdicts). It never overrides a
    check."""

    #: Off by default: what is asked about leaves this machine for the endpoint.
    ask: bool
    #: Requests that one verification may cost; claims nearest to the middle of the band come first. 1 to 100.
    at_most: int
    #: Probabilities of support, from and to, that count as undecided; none takes the judge's own. In [0, 1].
    undecided: tuple[float, float]


class Segment(TypedDict):
    """A part of the delivered text."""

    #: Numbers of the citations printed behind it.
    citations: list[int]
    #: Claims that the part states; empty for connecting text.
    claims: list[int]
    #: A note printed behind a failed claim (policy `notes`).
    note: str | None
    text: str


class Sentence(TypedDict):
    """One sentence of a document's own sequence."""

    #: Place in the document's sequence, from 0.
    index: int
    kind: SentenceKind
    locator: Locator
    #: Sentences of one section share heading and page.
    section: int
    #: Characters of the document's text.
    span: Span
    text: str


class Signal(TypedDict):
    """One signal of uncertainty."""

    #: As `claim_verification`.
    name: str
    #: Why it is absent, or what it was read from.
    note: str
    #: In [0, 1]; none where it is absent.
    value: float | None
    #: Its share when all four are there.
    weight: float


class Span(TypedDict):
    """A half-open range `[start, end)` counted in Unicode scalar values of the text it belongs to."""

    #: First character after the range.
    end: int
    #: First character inside the range.
    start: int


class Stage(TypedDict):
    """One step of the pipeline with what it handled and how long it took."""

    count: int
    milliseconds: int
    name: str
    unit: str


class StaleDocument(TypedDict):
    """A document past its review."""

    #: Days since it was stored, or reviewed.
    days: int
    document: DocumentId
    name: str
    #: Days after which the tier asks for a review.
    review_days: int
    #: Whether the days are those since a review.
    reviewed: bool
    #: Name of the tier.
    tier: str


class Summary(TypedDict):
    """The figures of a report."""

    #: max(0, confidence − penalty) when any claim failed.
    adjusted_confidence: float | None
    #: Mean probability of the checkable claims; none when there are none.
    confidence: float | None
    counts: VerdictCounts
    findings_by_certainty: dict[str, int]
    findings_by_severity: dict[str, int]
    findings_by_type: dict[str, int]
    mean_entailment: float | None
    mean_similarity: float | None
    overall_risk: Risk
    rejection_recommended: bool
    support_ratio: float | None


class _TableAnswer(TypedDict):
    #: Cells that went into it, as ranges.
    cells: list[str]
    document: DocumentId
    document_name: DocumentName
    #: How the figure came from the cells, such as `AVERAGE(F5:F79) = 81.23`.
    formula: str
    #: Whether a stated value is what the table says; none where nothing was stated.
    holds: bool | None
    #: Place among the document's tables, from 0.
    index: int
    #: The typed query in a form close to SQL.
    query: str
    result: TableResult
    #: Document and sheet, as a reader knows the table.
    table: str
    #: The answer in one or a few sentences.
    text: str


class TableAnswer(_TableAnswer, total=False):
    """An answer that was computed from one table."""

    #: The model that proposed the query; none where the built-in parser read it.
    compiled_by: str | None
    #: A record that was asked for and does not exist, as the question writes it.
    missing: str | None


class TableField(TypedDict):
    """A field of a record with its cell."""

    #: As `D17`.
    cell: str
    name: str
    value: str


class TableResultFigure(TypedDict):
    kind: Literal["figure"]
    label: str
    value: str


class TableResultRecord(TypedDict):
    fields: list[TableField]
    kind: Literal["record"]
    title: str


class TableResultComparison(TypedDict):
    fields: list[ComparedField]
    kind: Literal["comparison"]
    left: str
    right: str


class TableResultList(TypedDict):
    """`all` rows were found, of which `rows` are listed."""

    all: int
    columns: list[str]
    kind: Literal["list"]
    rows: list[list[str]]


class TableResultGroups(TypedDict):
    by: str
    groups: list[GroupFigure]
    kind: Literal["groups"]
    what: str


class TableResultMissing(TypedDict):
    """No such record."""

    closest: list[str]
    kind: Literal["missing"]
    mention: str


class Tolerances(TypedDict, total=False):
    """Bands within which a number still counts as equal, by type. Without one only rounding to the printed precision does. Counts, years, quotes and cells of
    tables have none."""

    #: For claims that call themselves approximate ("about", "nearly", "~"), as a share of the source value.
    approximate: float
    currency: Band
    percentage: Band
    ratio: Band


class _Uncertainty(TypedDict):
    band: UncertaintyBand
    #: All four, present or not.
    signals: list[Signal]
    #: In [0, 1]; 0 is certain.
    value: float


class Uncertainty(_Uncertainty, total=False):
    """How sure an answer may be taken to be, from the signals that there are."""

    priority: Severity | None


class UploadedDocuments(TypedDict):
    collection: CollectionId
    documents: list[Document]
    refused: list[Refused]


class VerdictCounts(TypedDict):
    """How many claims got which verdict."""

    refuted: int
    supported: int
    unsupported: int
    unverifiable: int


class VerificationRequest(TypedDict, total=False):
    """A verification as programs ask for it."""

    answer: str | None
    claims: list[str] | None
    #: Given together with sources: both are searched.
    collection: str | None
    ground_truth: list[str] | None
    #: Who or what wrote the text.
    origin: str | None
    policy: PolicyOverride
    scope: Scope
    sources: list[InlineSource] | None


class WhyNot(TypedDict):
    """Why a claim is not supported, for a reader."""

    #: What would have to be in the documents.
    needed: str
    #: Content words of the claim that the window of that sentence does not have, as written; another place may have them.
    only_claim: list[str]
    #: Content words of the sentence that the claim does not have, as written.
    only_sentence: list[str]
    #: Document and place of that sentence.
    place: str | None
    #: The sentence that comes nearest; none where nothing speaks of the claim.
    sentence: str | None


class Window(TypedDict):
    """One to three sentences, cut from the document's own sentence sequence within a heading and page."""

    document: DocumentId
    document_name: DocumentName
    #: Index of the first sentence in the document.
    first_sentence: int
    #: Index of the last sentence in the document.
    last_sentence: int
    locator: Locator
    text: str


Band = float | Amount | Points
Reason = ReasonImpossible | ReasonNothingFound | ReasonSimilarity | ReasonClash | ReasonAbsent | ReasonCheckOff | ReasonScriptNotRead | ReasonReaderNotRun | ReasonTooLong | ReasonModelNotRun | ReasonConflict | ReasonSays | ReasonDenied | ReasonContradicted | ReasonWithheld | ReasonNear | ReasonComputed | ReasonSelfContradiction | ReasonOpinion | ReasonGreeting | ReasonQuestion | ReasonMeta | ReasonEmpty | ReasonNotCheckable
TableResult = TableResultFigure | TableResultRecord | TableResultComparison | TableResultList | TableResultGroups | TableResultMissing
