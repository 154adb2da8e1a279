// What the API takes and returns.

export type State = "verified" | "partly_verified" | "not_verified" | "nothing_to_check" | "not_covered";
export type Verdict = "supported" | "refuted" | "unsupported" | "unverifiable";
export type Format = "docx" | "markdown" | "csv" | "json";
export type Json = Record<string, unknown>;

/** A text to verify against; used for one call and not stored. */
export interface Source {
  id: string;
  text: string;
  title?: string;
}

export interface Scope {
  documents?: string[];
  entity?: string | null;
  period?: string | null;
}

export interface JudgedClaim {
  claim: Json;
  verdict: Verdict;
  reason?: Json;
  why: string;
  probability: number;
  evidence: Json[];
  checks: { check: string; outcome: string; note: string }[];
  findings: Json[];
  why_not: Json | null;
  second_opinion?: Json;
  read_as?: string;
  joined?: Json[];
  computed?: Json;
}

export interface Report {
  id: string;
  collection: string;
  created_at: string;
  question: string | null;
  conversation?: string;
  asked_as?: string;
  governance?: Json;
  asked?: Json[];
  state: State;
  banner: string;
  table?: Json;
  delivered: string | null;
  segments: Json[];
  citations: { number: number; place: string; quote: string; document: string; sentences?: [number, number] }[];
  claims: JudgedClaim[];
  removed: JudgedClaim[];
  attempts: Json[];
  candidates: Json[];
  stages: { name: string; count: number; unit: string; milliseconds: number }[];
  summary: Json;
  findings?: Json[];
  rules?: Json[];
  degraded: string[];
  provenance: Json;
  elapsed_seconds: number;
  scope?: Scope;
}

export interface Collection {
  id: string;
  name: string;
  policy: Json;
  created_at: string | null;
  documents: number;
  passages: number;
  reports: number;
  version: number;
}

export interface Documents {
  collection: string;
  documents: Json[];
  passages: number;
}

export interface Uploaded {
  collection: string;
  documents: Json[];
  refused: { filename: string; error: string }[];
}

export interface ReportLine {
  id: string;
  created_at: string;
  title: string;
  state: State;
  counts: Json;
  tags: string[];
  conversation?: string;
  collection: string;
}

export interface ReportPage {
  reports: ReportLine[];
  total: number;
  next: number | null;
}
