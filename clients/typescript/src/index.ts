// A Groundwall server, by its HTTP API.

import type { Collection, Documents, ExportFormat, InlineSource, PolicyOverride, Report, ReportPage, Scope, State, UploadedDocuments } from "./types.js";

export type * from "./types.js";

/** The server refused a request and says why. */
export class GroundwallError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfter: number | null,
  ) {
    super(message);
    this.name = "GroundwallError";
  }
}

export interface Options {
  baseUrl?: string;
  apiKey?: string;
  /** Milliseconds for a request; the server ends a question after 120 s as it comes. */
  timeout?: number;
  fetch?: typeof fetch;
}

export interface Asking {
  collection?: string;
  conversation?: string;
  scope?: Scope;
  policy?: PolicyOverride;
}

export type Verifying = ({ answer: string; claims?: never } | { answer?: never; claims: string[] }) & {
  sources?: InlineSource[];
  collection?: string;
  scope?: Scope;
  policy?: PolicyOverride;
  origin?: string;
};

export interface Listing {
  search?: string;
  state?: State;
  collection?: string;
  limit?: number;
  after?: number;
}

type Query = Record<string, string | number | undefined>;

/** For what an upload brought to be read, in milliseconds. */
const UPLOAD = 930_000;

async function problem(response: Response): Promise<GroundwallError> {
  const wait = response.headers.get("retry-after") ?? "";
  const retryAfter = /^\d+$/.test(wait) ? Number(wait) : null;
  try {
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    return new GroundwallError(response.status, error.code, error.message, retryAfter);
  } catch {
    return new GroundwallError(response.status, "unknown", `The server answered ${response.status}.`, retryAfter);
  }
}

export class Groundwall {
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #timeout: number;
  readonly #fetch: typeof fetch;

  constructor(options: Options = {}) {
    this.#base = (options.baseUrl ?? "http://127.0.0.1:3000").replace(/\/+$/, "");
    this.#headers = options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {};
    this.#timeout = options.timeout ?? 130_000;
    this.#fetch = options.fetch ?? fetch;
  }

  async #send(method: string, path: string, query: Query = {}, body?: object): Promise<Response> {
    const url = new URL(this.#base + path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const form = body instanceof FormData;
    const headers = body === undefined || form ? this.#headers : { ...this.#headers, "content-type": "application/json" };
    const signal = AbortSignal.timeout(form ? Math.max(UPLOAD, this.#timeout) : this.#timeout);
    const sent = body === undefined ? null : form ? body : JSON.stringify(body);
    const response = await this.#fetch(url, { method, headers, body: sent, signal });
    if (!response.ok) throw await problem(response);
    return response;
  }

  async #json<T>(method: string, path: string, query: Query = {}, body?: object): Promise<T> {
    return (await (await this.#send(method, path, query, body)).json()) as T;
  }

  /** Answers from the stored documents; the report says what of it holds. */
  ask(question: string, asking: Asking = {}): Promise<Report> {
    return this.#json("POST", "/api/v1/questions", {}, { question, ...asking });
  }

  /** Verifies an answer or claims, against sources, stored documents, or both. */
  verify(verifying: Verifying): Promise<Report> {
    return this.#json("POST", "/api/v1/verifications", {}, verifying);
  }

  /** Takes files in and waits until they are read. */
  upload(files: { name: string; bytes: Uint8Array<ArrayBuffer> }[], collection?: string): Promise<UploadedDocuments> {
    const form = new FormData();
    for (const { name, bytes } of files) form.append("file", new Blob([bytes]), name);
    return this.#json("POST", "/api/v1/documents", { collection }, form);
  }

  documents(collection?: string): Promise<Documents> {
    return this.#json("GET", "/api/v1/documents", { collection });
  }

  async collections(): Promise<Collection[]> {
    return (await this.#json<{ collections: Collection[] }>("GET", "/api/v1/collections")).collections;
  }

  createCollection(name: string, policy?: PolicyOverride): Promise<Collection> {
    return this.#json("POST", "/api/v1/collections", {}, { name, policy });
  }

  /** Deletes a collection with its documents and reports. */
  async deleteCollection(id: string): Promise<void> {
    await this.#send("DELETE", `/api/v1/collections/${encodeURIComponent(id)}`);
  }

  report(id: string): Promise<Report> {
    return this.#json("GET", `/api/v1/reports/${encodeURIComponent(id)}`);
  }

  /** A page of the history, newest first; `next` is `after` of the next page. */
  reports(listing: Listing = {}): Promise<ReportPage> {
    return this.#json("GET", "/api/v1/reports", { ...listing });
  }

  /** A report as a file. */
  async export(id: string, format: ExportFormat): Promise<Uint8Array> {
    const response = await this.#send("GET", `/api/v1/reports/${encodeURIComponent(id)}/export`, { format });
    return new Uint8Array(await response.arrayBuffer());
  }

  async deleteReport(id: string): Promise<void> {
    await this.#send("DELETE", `/api/v1/reports/${encodeURIComponent(id)}`);
  }
}
