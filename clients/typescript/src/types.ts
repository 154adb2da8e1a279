// What the API takes and returns. Written by clients/generate.py from the description of the API; changes belong there.

export type ExportFormat = "docx" | "markdown" | "csv" | "json";

/** What a rule does where it is broken. A rule may name several. */
export type Action = "flag" | "replace" | "append" | "mask" | "remove" | "correct" | "warn" | "alert" | "block" | "escalate";

/** The width of an absolute `Band`. */
export interface Amount {
  /** In the claim's own unit. */
  absolute: number;
}

/** A part of a question, and whether it is answered. */
export interface AskedPart {
  /** Whether the delivered text answers it or, where no text was delivered, the passages do; none where nobody judged that. */
  found: boolean | null;
  /** How a table read it whose words the table does not all know; then it is not sure that this was asked. */
  note?: string | null;
  /** How surely, in [0, 1]: what the reader says of the passages, weighed, and where they answer it weighed again with what else is known of them; of another's text the reader's entailment. */
  probability: number | null;
  read?: null | AskedReading;
  /** As a question of its own. */
  text: string;
  /** A name of the question that the document nearest to an answer nowhere says, so that it speaks of something else; where it is answered, one that is not said where the answer stands. */
  unsaid?: string | null;
}

/** What the reader said of the passages that it read for a part of a question: how surely each answers, in [0, 1]. */
export interface AskedReading {
  /** Of these sentences. */
  best: number;
  /** Of the surest ones elsewhere; 0 where there are none. */
  other: number;
  /** The share of the question that these sentences say, in [0, 1]; a word counts the more the fewer of the sentences at hand have it. */
  says?: number;
  /** Of a longer stretch of text around sentences near the question; 0 where there is none. */
  stretch: number;
  /** The sentences that come nearest to an answer. */
  text: string;
  /** How surely these sentences answer the question with one word left out, in the mean of several words; none where they do not answer it. */
  without?: number | null;
}

/** A draft with its claims and verdicts. */
export interface Attempt {
  /** Empty when the text was withheld. */
  claims: JudgedClaim[];
  counts: VerdictCounts;
  /** None when the text was withheld. */
  draft: string | null;
  /** Why the draft was not released as it stood; empty when it was. */
  faults: string[];
  generator: string;
  /** From 1. */
  number: number;
  /** The prompt that asked for it, for the record of a regeneration; none for the first and for withheld text. */
  refined_prompt: string | null;
  samples?: null | Samples;
  support_ratio: number | null;
  /** How unsure the generator was of the draft's tokens, in [0, 1]; none where it gives no probabilities. */
  token_entropy?: number | null;
}

/** How far a number may lie from the source's and still count as equal, bound inclusive. On the wire a plain number is a share of the source value (0.05), `{"absolute": 1000.0}` an amount in the claim's own unit, `{"points": 2.0}` percentage points. */
export type Band = number | Amount | Points;

/** A retrieved passage with its scores. */
export interface Candidate {
  /** The order in the passage for which it was kept from a language model. */
  kept_back?: string | null;
  passage: Passage;
  /** From 1. */
  rank: number;
  /** Reciprocal rank fusion, k = 60. */
  score: number;
  /** Cosine of question and passage. */
  similarity: number;
}

/** How sure the finding is. */
export type Certainty = "warning" | "likely" | "confirmed";

/** One line of a claim's list of checks. */
export interface CheckOutcome {
  check: string;
  note: string;
  outcome: Outcome;
}

/** A switch per check, and per type of what the check of numbers compares. A check that is off is reported as not run, and what it would have judged is unsupported. */
export interface CheckSwitches {
  /** Whether a window asserts the claim, or only names it as a myth, a rumour, a question, a condition. */
  assertions?: boolean;
  citations?: boolean;
  currency?: boolean;
  dates?: boolean;
  identifiers?: boolean;
  impossibilities?: boolean;
  /** Questions that give orders to the app are refused, and passages that do are kept from a language model. */
  instructions?: boolean;
  nli?: boolean;
  /** All numbers; the three types below can be switched off by themselves. */
  numbers?: boolean;
  patterns?: boolean;
  percentages?: boolean;
  quotes?: boolean;
  ratios?: boolean;
  self_contradiction?: boolean;
  /** Recomputation of claims about known rows and aggregates. */
  tables?: boolean;
}

/** Whether a statement can be true or false of the documents. */
export type Checkability = "checkable" | "opinion" | "greeting" | "question" | "meta" | "empty";

/** A citation issued by the verifier. */
export interface Citation {
  document: DocumentId;
  /** From 1. */
  number: number;
  /** Document and place, as `harbour.txt, line 1`. */
  place: string;
  quote: string;
  /** First and last sentence of the quote in the document; none where it was computed from cells. */
  sentences?: [number, number];
}

/** One checkable statement. `text` stands on its own; `span` says which part of the draft it came from. */
export interface Claim {
  checkability: Checkability;
  /** Hedging words ("probably"); the fact behind them is checked all the same. */
  hedge: string | null;
  /** From 1, in the order of the draft. */
  id: number;
  kind: ClaimKind;
  /** The sentence of the draft that holds the claim. */
  sentence: string;
  /** Characters of the draft that the sentence covers; several claims may share it. */
  span: Span;
  specificity: Specificity;
  text: string;
  /** A vague generalisation ("most experts agree"). */
  vague: boolean;
}

/** What a claim is mainly about; decides which checks have something to say first. */
export type ClaimKind = "currency" | "percentage" | "ratio" | "count" | "date" | "entity" | "quote" | "citation" | "comparison" | "definition" | "event" | "other";

/** How closely a claim is read. */
export type Closeness = "precise" | "fast";

/** A collection with how much it holds. */
export interface Collection {
  /** RFC 3339 in UTC; none for `default`, which was always there. */
  created_at: string | null;
  documents: number;
  id: CollectionId;
  name: string;
  passages: number;
  /** What differs from the policy in force. */
  policy: PolicyOverride;
  reports: number;
  /** Grows with every change of the documents. */
  version: number;
}

/** A separate set of documents with its own policy and version. */
export type CollectionId = string;

/** Every collection, `default` first. */
export interface Collections {
  collections: Collection[];
}

/** One column of two records. */
export interface ComparedField {
  greater: null | Side;
  left: string;
  name: string;
  right: string;
}

/** How far several endpoints agree on the answer to a question of high risk. */
export interface Consensus {
  /** What the comparison added to the time of the question. */
  added_milliseconds: number;
  /** One an endpoint, the one that drafts first. */
  answers: PanelAnswer[];
  /** What the comparison could not do. */
  note?: string | null;
  outcome: ConsensusOutcome;
  /** Share of the answers that are in the largest group, in [0, 1]; none where nothing was compared. */
  score?: number | null;
}

/** What the agreement of several endpoints asks for. */
export type ConsensusOutcome = "approved" | "majority" | "partial" | "escalated" | "not_compared";

/** Questions that were asked one after another: a UUID (v4). */
export type ConversationId = string;

/** A stored document: one content, under one or more names. */
export interface Document {
  /** When it was added, RFC 3339 in UTC. */
  added_at: string;
  /** Size of the original in bytes. */
  bytes: number;
  /** Length of the extracted text in characters. */
  characters: number;
  collection: CollectionId;
  format: Format;
  id: DocumentId;
  /** Never empty; the first is the one that citations use. */
  names: DocumentName[];
  /** What a reader should know of the extraction, such as pages without text. */
  notes: string[];
  /** Number of pages, for formats that have them. */
  pages: number | null;
  /** Number of passages. */
  passages: number;
  /** When a person last said that it holds as it is, RFC 3339 in UTC; absent where nobody has. */
  reviewed_at?: string | null;
  /** SHA-256 of the original bytes, lower-case hexadecimal. */
  sha256: string;
}

/** One stored content within a collection: a UUID (v5) over collection and SHA-256. */
export type DocumentId = string;

/** The relative upload path of a document: at most 255 bytes, no control characters, no `..`, never absolute. It names a document and is never used as a path on disk. */
export type DocumentName = string;

/** The documents of a collection, as programs read them. */
export interface Documents {
  collection: CollectionId;
  documents: Document[];
  passages: number;
}

/** How soon a person has to look. */
export interface Escalation {
  priority: Severity;
  /** Minutes until it is due. */
  within: number;
}

/** A window scored against one claim. */
export interface Evidence {
  /** Share of the claim's weighted content words that occur in the window, in [0, 1]. */
  coverage: number;
  nli: null | NliScores;
  read?: null | NliScores;
  /** Cosine of claim and window, in [-1, 1]; none when the embedder did not run. */
  similarity: number | null;
  stance: Stance;
  window: Window;
}

/** What happens to a draft that still fails after the last attempt. */
export type FinalAction = "repair" | "notes" | "withhold";

/** A typed problem found by a check. */
export interface Finding {
  certainty: Certainty;
  /** 0 where a pack's rule found it in a text outside every claim. */
  claim: number;
  /** In [0, 1]. */
  confidence: number;
  description: string;
  /** The value that the claim states. */
  detected: string | null;
  /** Place in the claim's list of evidence. */
  evidence: number | null;
  /** The value that the documents state, where known. */
  expected: string | null;
  /** Unique within the report, as `c3-numeric_mismatch-1`. */
  id: string;
  location: null | Span;
  recommendation: string;
  severity: Severity;
  /** Check and version that made the finding, as `number/1`, or pack, version and rule, as `finance-kr/1 CG-001`. */
  source: string;
  type: FindingKind;
}

/** The type of a problem. Rule packs add their own. */
export type FindingKind = string;

/** File formats that can be read. */
export type Format = "pdf" | "docx" | "xlsx" | "xls" | "ods" | "csv" | "tsv" | "json" | "text" | "markdown" | "html";

/** What governed a question or a text. */
export interface Governance {
  consensus?: null | Consensus;
  guard?: null | GuardReading;
  /** What the question is after, by each pack that has intents. */
  intents?: IntentAnswer[];
  /** Documents of the evidence whose tier asks for a review that is overdue. */
  stale?: StaleDocument[];
  uncertainty?: null | Uncertainty;
}

/** One group with its figure. */
export interface GroupFigure {
  name: string;
  shown: string;
  /** For a chart; the exact figure is `shown`. */
  value: number;
}

/** One thing that the guard found in a question. */
export interface GuardFinding {
  /** The outermost disguise that was taken off, such as `Base64`. */
  decoded?: string | null;
  /** As `instruction_override`. */
  kind: string;
  /** As `patterns`. */
  layer: string;
  severity: Severity;
  /** The words, decoded and in lower case, or the name of the shape. */
  words: string;
}

/** Which layers of the guard read questions, each for itself; passages are read by words and shape. `checks.instructions` switches the whole guard. */
export interface GuardLayers {
  /** The linear classifier; questions alone. */
  classifier?: boolean;
  /** Phrases, in every reading of the text. */
  patterns?: boolean;
  /** Markers, delimiters, turns of a conversation. */
  structure?: boolean;
}

/** The guard's decision on a question. */
export interface GuardReading {
  /** The gravest first. */
  findings?: GuardFinding[];
  /** The layers that read it. */
  layers: string[];
  /** The classifier's probability that it is an order, in [0, 1]; none where that layer is off. */
  probability?: number | null;
  state: GuardState;
}

/** What the guard made of a question. */
export type GuardState = "off" | "passed" | "refused";

/** A source given with a verification; used for it and not stored. */
export interface InlineSource {
  id: string;
  text: string;
  title?: string | null;
}

/** What a question is after, by one pack. */
export interface IntentAnswer {
  /** Whether no word of the question named it: it is the one of a question that no other fits. */
  assumed: boolean;
  code: string;
  /** What an answer to such a question has to say. */
  disclaimer?: string | null;
  name: string;
  /** `low`, `medium`, `high` or `reject`. */
  risk: string;
  /** As `finance-kr/1`. */
  source: string;
}

/** The sentences of a document that come nearest to a claim, with their neighbours in the document's order, and what the reader says of them together. */
export interface JoinedReading {
  document: DocumentId;
  nli: NliScores;
  text: string;
}

/** A claim with its verdict and everything that led to it. */
export interface JudgedClaim {
  checks: CheckOutcome[];
  claim: Claim;
  computed?: null | TableAnswer;
  /** Best first; the first decided the verdict where evidence decided it. */
  evidence: Evidence[];
  findings: Finding[];
  /** What the reader says of several sentences of a document read together, best document first. */
  joined?: JoinedReading[];
  /** Probability that the claim is supported, in [0, 1]; calibrated when the model's thresholds are. */
  probability: number;
  /** The claim as the models read it, where that is otherwise: without a hedge ("probably"), without the words that name the document where no document says the claim with them, and with values and dates as the evidence writes them where a check found them equal or within a band ("0.05 g" as "50 mg"); of one that a table holds, the question that was put. */
  read_as?: string | null;
  reason?: null | Reason;
  /** The rule of a pack that took the claim's sentence out of an answer, with its reason. */
  removed_by?: string | null;
  second_opinion?: null | SecondOpinion;
  verdict: Verdict;
  /** The reason in one sentence for a reader. */
  why: string;
  why_not: null | WhyNot;
}

/** A place in a document, as precise as its format allows. Pages, lines and paragraphs count from 1. */
export interface Locator {
  /** Cell range within the sheet, as `A2:F2`. */
  cells?: string | null;
  /** Headings from the outermost to the one directly above. */
  heading?: string[];
  /** Line of a text file. */
  line?: number | null;
  /** Page of a PDF. */
  page?: number | null;
  /** Paragraph of a DOCX or HTML file. */
  paragraph?: number | null;
  /** Sheet of a workbook. */
  sheet?: string | null;
}

/** Identity of a loaded model, as it stands in every report. */
export interface ModelIdentity {
  /** Numeric precision and kernel, as `f32/candle`. */
  kernel: string;
  license: string;
  name: string;
  revision: string;
  /** SHA-256 of the weight file. */
  sha256: string;
}

/** A collection that is to be made. */
export interface NewCollection {
  name: string;
  policy?: PolicyOverride;
}

/** Probabilities of the three labels; they sum to 1. */
export interface NliScores {
  contradiction: number;
  entailment: number;
  neutral: number;
}

/** What became of asking for a second opinion. */
export type OpinionState = "asked" | "remembered" | "void" | "failed" | "over_budget";

/** What a check said of a claim. */
export type Outcome = "passed" | "silent" | "clash" | "absent" | "warning" | "not_run";

/** A pack that took part, by its file. */
export interface PackIdentity {
  name: string;
  /** Of the file's bytes, in hexadecimal. */
  sha256: string;
  version: string;
}

/** What one endpoint said. */
export interface PanelAnswer {
  /** The model, as the endpoint names it. */
  model: string;
  stand: PanelStand;
  /** As it was written, unverified; none where the endpoint failed, and where nothing of the answer may leave. */
  text?: string | null;
}

/** Where an endpoint stands among the others. */
export type PanelStand = "agrees" | "dissents" | "failed" | "late";

/** The retrievable unit. */
export interface Passage {
  document: DocumentId;
  document_name: DocumentName;
  id: PassageId;
  /** Place among the document's passages, from 0. */
  index: number;
  locator: Locator;
  /** The passage's sentences and up to two neighbours of the same section on each side, so that any window of three sentences around a sentence of the passage can be cut without asking the store again. */
  sentences: Sentence[];
  /** Characters of the document's text. */
  span: Span;
  text: string;
}

/** One retrievable unit: a UUID (v5) over document and index. */
export type PassageId = string;

/** The width of a `Band` in percentage points. */
export interface Points {
  /** In percentage points, from 0 to 100. */
  points: number;
}

/** How the firewall decides. */
export interface Policy {
  checks?: CheckSwitches;
  /** Taken off an answer's confidence when any claim failed. In [0, 1]. */
  confidence_penalty?: number;
  /** Whether further endpoints answer questions of high risk too, where there are any, and are compared. */
  consensus?: boolean;
  final_action?: FinalAction;
  guard?: GuardLayers;
  /** Whether web addresses that a text cites, and that the documents do not have, are asked whether something is there. They then leave this machine; no request can switch it on. */
  look_up_addresses?: boolean;
  /** Further drafts asked for after the first. 0 to 2. */
  max_regenerations?: number;
  /** The rule packs that are on, by name; `core` always is. `-finance-kr/CG-001` switches one rule of a pack off. */
  packs?: string[];
  preset?: Preset;
  prompt_mode?: PromptMode;
  /** Best dense cosine below which a question without a rare term is not covered. In [0, 1]. */
  relevance_threshold?: number;
  /** Further drafts, at higher temperatures, that a language model's answer is held against for its uncertainty. 0 to 5; each costs what a draft costs. */
  samples?: number;
  second_opinion?: SecondOpinionPolicy;
  /** Cosine below which a window is not shown as best evidence; decides only in the preset `similarity-nli`. */
  similarity_threshold?: number;
  /** Probability from which a claim is supported, by the judge or, where a verifier has none, by its entailment; none takes their own. `groundwall calibrate` prints one for your documents. In [0, 1]. */
  support_probability?: number | null;
  /** τ: the support ratio from which a draft without a veto is repaired at once. In (0, 1]. */
  support_threshold?: number;
  /** Whether the chat endpoint may propose a typed query where a question speaks of a table and the parser declines it. Names of columns and some of their values go to the endpoint. */
  table_queries?: boolean;
  tolerances?: Tolerances;
  /** Passages retrieved for a question. 1 to 50. */
  top_k?: number;
  verifier?: Closeness;
}

/** The parts of a policy that one request changes for itself. */
export interface PolicyOverride {
  checks?: null | CheckSwitches;
  /** Whether further endpoints answer questions of high risk too. */
  consensus?: boolean | null;
  final_action?: null | FinalAction;
  max_regenerations?: number | null;
  /** The rule packs that are on besides `core`, as a whole. */
  packs?: string[] | null;
  preset?: null | Preset;
  prompt_mode?: null | PromptMode;
  /** Further drafts that a language model's answer is held against. */
  samples?: number | null;
  /** Whether the chat endpoint is asked about undecided claims. */
  second_opinion?: boolean | null;
  similarity_threshold?: number | null;
  support_threshold?: number | null;
  /** Whether the chat endpoint may propose queries over tables. */
  table_queries?: boolean | null;
  tolerances?: null | Tolerances;
  top_k?: number | null;
  verifier?: null | Closeness;
}

/** The rule that turns scores into verdicts. */
export type Preset = "firewall" | "similarity-nli" | "cosine" | "nli";

/** How the refined prompt speaks of what the evidence does not say. */
export type PromptMode = "strict" | "acknowledge";

/** What judged: enough to judge again. */
export interface Provenance {
  calibrated: boolean;
  /** Version of the collection when it was read. */
  collection_version: number;
  embedder: null | ModelIdentity;
  generator: string | null;
  groundwall: string;
  judge: null | ModelIdentity;
  /** SHA-256 of the word lists that texts are read with; none in reports from before they were hashed. */
  language?: string | null;
  /** Who or what wrote a submitted text, as its sender named it. */
  origin: string | null;
  /** The rule packs that were on. */
  packs?: PackIdentity[];
  policy: Policy;
  reader: null | ModelIdentity;
  verifier: null | ModelIdentity;
}

/** A question as programs ask it. */
export interface QuestionRequest {
  /** Id or name; without it that of the conversation, else `default`, or the first of a key that does not reach that. */
  collection?: string | null;
  /** The conversation that the question goes on with, or `new` for one that it begins; without it the question stands alone. */
  conversation?: string | null;
  policy?: PolicyOverride;
  question: string;
  scope?: Scope;
}

/** Why a claim has its verdict. On the wire an object with `code`, in snake case, and the fields of that code. */
export type Reason = { code: "impossible"; note: string } | { code: "nothing_found" } | { code: "similarity"; cosine: number } | { code: "clash"; detected: string; expected: string; place: string } | { code: "absent"; detected: string } | { check: string; code: "check_off" } | { code: "script_not_read" } | { code: "reader_not_run" } | { code: "too_long" } | { code: "model_not_run" } | { code: "conflict"; difference: string; other: string; place: string; winner?: string | null } | { code: "says"; model?: string | null; place: string } | { code: "denied"; place: string; says: string; words: string } | { code: "contradicted"; model?: string | null; place: string } | { code: "withheld"; place: string; says: string; words: string } | { code: "near"; model?: string | null; place: string } | { code: "computed"; said?: string | null; table: string } | { code: "self_contradiction"; note: string } | { code: "opinion" } | { code: "greeting" } | { code: "question" } | { code: "meta" } | { code: "empty" } | { code: "not_checkable" };

export interface Refused {
  error: string;
  filename: string;
}

/** The whole record of one question or one verification. */
export interface Report {
  /** What was asked, part by part; empty for a verification, a remark and an answer that was computed. */
  asked?: AskedPart[];
  /** The question as it was read, where it did not stand alone ("and in 2023?"). */
  asked_as?: string | null;
  attempts: Attempt[];
  /** The banner: one or two sentences that say what happened. */
  banner: string;
  candidates: Candidate[];
  citations: Citation[];
  /** Claims of the released text (of the submitted text for a verification); empty when withheld. */
  claims: JudgedClaim[];
  collection: CollectionId;
  conversation?: null | ConversationId;
  /** RFC 3339 in UTC. */
  created_at: string;
  /** What did not run and therefore counts as not passed; empty when all ran. */
  degraded: string[];
  /** The released text; none when it was withheld or there was none. */
  delivered: string | null;
  elapsed_seconds: number;
  /** What rules of packs found in the text, besides the findings of its claims. */
  findings?: Finding[];
  governance?: null | Governance;
  id: ReportId;
  provenance: Provenance;
  /** None for a verification. */
  question: string | null;
  /** What a reader is told beside the state, a sentence each; the banner has them too: what rule packs did, how far language models agree, how uncertain the answer is. */
  remarks?: string[];
  /** Claims taken out of the released text, with their reasons; empty when withheld. */
  removed: JudgedClaim[];
  /** What each rule of the packs answered. */
  rules?: RuleAnswer[];
  /** Which documents could speak, where not all of the collection. */
  scope?: Scope;
  /** The released text in parts, with claims, citations and notes. */
  segments: Segment[];
  stages: Stage[];
  state: State;
  summary: Summary;
  table?: null | TableAnswer;
}

/** One report: a UUID (v4). */
export type ReportId = string;

/** A line of the report history. */
export interface ReportLine {
  collection: CollectionId;
  conversation?: null | ConversationId;
  counts: VerdictCounts;
  created_at: string;
  id: ReportId;
  state: State;
  tags: string[];
  /** The question, the first words of what was verified, or what a person called it. */
  title: string;
}

/** A page of the history, newest first. */
export interface ReportPage {
  /** `after` of the next page; none on the last. */
  next: number | null;
  reports: ReportLine[];
  /** How many match, on all pages. */
  total: number;
}

/** How much is at risk when the text is used as it was drafted. */
export type Risk = "low" | "medium" | "high" | "critical";

/** The answer of one rule to one text. */
export interface RuleAnswer {
  /** What the rule asks for; empty where it is not broken. */
  actions?: Action[];
  escalation?: null | Escalation;
  /** One sentence for a reader. */
  note: string;
  pack: string;
  /** As `CG-001`. */
  rule: string;
  state: RuleState;
  version: string;
}

/** What a rule answers. Silence is never taken for a pass. */
export type RuleState = "holds" | "broken" | "no_data";

/** Further drafts of a prompt, held against the one that is delivered. */
export interface Samples {
  /** Those that say the same. */
  agree: number;
  /** Drafts that came. */
  drafts: number;
}

/** Which documents may speak. Empty: all of the collection. */
export interface Scope {
  /** Only documents of these names. */
  documents?: DocumentName[];
  /** Only windows that name this entity; others are shown as "other entity". */
  entity?: string | null;
  /** Only windows of this period, when they name one; others are shown as "other period". */
  period?: string | null;
}

/** The opinion of a chat endpoint on one claim and one window. It decides only where no check did. */
export interface SecondOpinion {
  /** As the endpoint names it. */
  model: string;
  stance: null | Stance;
  state: OpinionState;
  /** The words of the window that it decided by. */
  words: string;
}

/** Whether and how often the chat endpoint is asked about claims that the local stages leave undecided (docs/contract.md, Verdicts). It never overrides a check. */
export interface SecondOpinionPolicy {
  /** Off by default: what is asked about leaves this machine for the endpoint. */
  ask?: boolean;
  /** Requests that one verification may cost; claims nearest to the middle of the band come first. 1 to 100. */
  at_most?: number;
  /** Probabilities of support, from and to, that count as undecided; none takes the judge's own. In [0, 1]. */
  undecided?: [number, number];
}

/** A part of the delivered text. */
export interface Segment {
  /** Numbers of the citations printed behind it. */
  citations: number[];
  /** Claims that the part states; empty for connecting text. */
  claims: number[];
  /** A note printed behind a failed claim (policy `notes`). */
  note: string | null;
  text: string;
}

/** One sentence of a document's own sequence. */
export interface Sentence {
  /** Place in the document's sequence, from 0. */
  index: number;
  kind: SentenceKind;
  locator: Locator;
  /** Sentences of one section share heading and page. */
  section: number;
  /** Characters of the document's text. */
  span: Span;
  text: string;
}

/** What a sentence is: prose joins with its neighbours to windows, a row or heading stands alone. */
export type SentenceKind = "prose" | "list_item" | "row" | "heading";

/** How much harm the problem does. */
export type Severity = "low" | "medium" | "high" | "critical";

/** Which side of a comparison is greater. */
export type Side = "left" | "right";

/** One signal of uncertainty. */
export interface Signal {
  /** As `claim_verification`. */
  name: string;
  /** Why it is absent, or what it was read from. */
  note: string;
  /** In [0, 1]; none where it is absent. */
  value: number | null;
  /** Its share when all four are there. */
  weight: number;
}

/** A half-open range `[start, end)` counted in Unicode scalar values of the text it belongs to. */
export interface Span {
  /** First character after the range. */
  end: number;
  /** First character inside the range. */
  start: number;
}

/** How much a claim commits itself: high with two or more numbers, dates, names or quotes, medium with one. */
export type Specificity = "low" | "medium" | "high";

/** One step of the pipeline with what it handled and how long it took. */
export interface Stage {
  count: number;
  milliseconds: number;
  name: string;
  unit: string;
}

/** A document past its review. */
export interface StaleDocument {
  /** Days since it was stored, or reviewed. */
  days: number;
  document: DocumentId;
  name: string;
  /** Days after which the tier asks for a review. */
  review_days: number;
  /** Whether the days are those since a review. */
  reviewed: boolean;
  /** Name of the tier. */
  tier: string;
}

/** What a piece of evidence does to its claim. */
export type Stance = "supports" | "refutes" | "silent";

/** The state that a reader sees first. */
export type State = "verified" | "partly_verified" | "not_verified" | "nothing_to_check" | "not_covered";

/** The figures of a report. */
export interface Summary {
  /** max(0, confidence − penalty) when any claim failed. */
  adjusted_confidence: number | null;
  /** Mean probability of the checkable claims; none when there are none. */
  confidence: number | null;
  counts: VerdictCounts;
  findings_by_certainty: Record<string, number>;
  findings_by_severity: Record<string, number>;
  findings_by_type: Record<string, number>;
  mean_entailment: number | null;
  mean_similarity: number | null;
  overall_risk: Risk;
  rejection_recommended: boolean;
  support_ratio: number | null;
}

/** An answer that was computed from one table. */
export interface TableAnswer {
  /** Cells that went into it, as ranges. */
  cells: string[];
  /** The model that proposed the query; none where the built-in parser read it. */
  compiled_by?: string | null;
  document: DocumentId;
  document_name: DocumentName;
  /** How the figure came from the cells, such as `AVERAGE(F5:F79) = 81.23`. */
  formula: string;
  /** Whether a stated value is what the table says; none where nothing was stated. */
  holds: boolean | null;
  /** Place among the document's tables, from 0. */
  index: number;
  /** A record that was asked for and does not exist, as the question writes it. */
  missing?: string | null;
  /** The typed query in a form close to SQL. */
  query: string;
  result: TableResult;
  /** Document and sheet, as a reader knows the table. */
  table: string;
  /** The answer in one or a few sentences. */
  text: string;
}

/** A field of a record with its cell. */
export interface TableField {
  /** As `D17`. */
  cell: string;
  name: string;
  value: string;
}

/** The result in a form that can be rendered. */
export type TableResult = { kind: "figure"; label: string; value: string } | { fields: TableField[]; kind: "record"; title: string } | { fields: ComparedField[]; kind: "comparison"; left: string; right: string } | { all: number; columns: string[]; kind: "list"; rows: string[][] } | { by: string; groups: GroupFigure[]; kind: "groups"; what: string } | { closest: string[]; kind: "missing"; mention: string };

/** Bands within which a number still counts as equal, by type. Without one only rounding to the printed precision does. Counts, years, quotes and cells of tables have none. */
export interface Tolerances {
  /** For claims that call themselves approximate ("about", "nearly", "~"), as a share of the source value. */
  approximate?: number;
  currency?: Band;
  percentage?: Band;
  ratio?: Band;
}

/** How sure an answer may be taken to be, from the signals that there are. */
export interface Uncertainty {
  band: UncertaintyBand;
  priority?: null | Severity;
  /** All four, present or not. */
  signals: Signal[];
  /** In [0, 1]; 0 is certain. */
  value: number;
}

/** What an uncertainty asks for. */
export type UncertaintyBand = "serve" | "advise" | "escalate";

export interface UploadedDocuments {
  collection: CollectionId;
  documents: Document[];
  refused: Refused[];
}

/** The decision on one claim. Not the same as the label an NLI model gives to one pair. */
export type Verdict = "supported" | "refuted" | "unsupported" | "unverifiable";

/** How many claims got which verdict. */
export interface VerdictCounts {
  refuted: number;
  supported: number;
  unsupported: number;
  unverifiable: number;
}

/** A verification as programs ask for it. */
export interface VerificationRequest {
  answer?: string | null;
  claims?: string[] | null;
  /** Given together with sources: both are searched. */
  collection?: string | null;
  ground_truth?: string[] | null;
  /** Who or what wrote the text. */
  origin?: string | null;
  policy?: PolicyOverride;
  scope?: Scope;
  sources?: InlineSource[] | null;
}

/** Why a claim is not supported, for a reader. */
export interface WhyNot {
  /** What would have to be in the documents. */
  needed: string;
  /** Content words of the claim that the window of that sentence does not have, as written; another place may have them. */
  only_claim: string[];
  /** Content words of the sentence that the claim does not have, as written. */
  only_sentence: string[];
  /** Document and place of that sentence. */
  place: string | null;
  /** The sentence that comes nearest; none where nothing speaks of the claim. */
  sentence: string | null;
}

/** One to three sentences, cut from the document's own sentence sequence within a heading and page. */
export interface Window {
  document: DocumentId;
  document_name: DocumentName;
  /** Index of the first sentence in the document. */
  first_sentence: number;
  /** Index of the last sentence in the document. */
  last_sentence: number;
  locator: Locator;
  text: string;
}
