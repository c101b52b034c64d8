import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { get, Problem } from './api.js';
import { live, type LiveName } from './live.js';

/** So long events are collected: while a scan runs there are many in a second. */
const COLLECT_MS = 200;

/** A document of the API that a page shows: loads it, loads it again when something happens, and keeps the old one meanwhile. */
export class Resource<T> implements ReactiveController {
  data: T | undefined;
  problem: Problem | undefined;
  #path: string | undefined;
  #request: AbortController | undefined;
  #stops: (() => void)[] = [];
  #loading: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param path null while there is nothing to load @param on events after which it is loaded again */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly path: () => string | null,
    private readonly on: readonly LiveName[],
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#stops = [...this.on, 'reset' as const].map((name) =>
      live.on(name, () => {
        this.#timer ??= setTimeout(() => void this.#loadAgain(), COLLECT_MS);
      }),
    );
  }

  /** After an answer that is on its way: who is asked again before it answers never does. */
  async #loadAgain(): Promise<void> {
    await this.#loading;
    this.#timer = undefined;
    if (this.#stops.length > 0) await this.load();
  }

  hostDisconnected(): void {
    for (const stop of this.#stops.splice(0)) stop();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#request?.abort();
  }

  hostUpdate(): void {
    const path = this.path();
    if (path === (this.#path ?? null)) return;
    this.#request?.abort();
    this.#path = path ?? undefined;
    this.data = undefined;
    this.problem = undefined;
    void this.load();
  }

  load(): Promise<void> {
    return (this.#loading = this.#load());
  }

  async #load(): Promise<void> {
    const path = this.#path;
    if (path === undefined) return;
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    try {
      const data = await get<T>(path, request.signal);
      if (request.signal.aborted) return;
      this.data = data;
      this.problem = undefined;
    } catch (error) {
      if (request.signal.aborted) return;
      this.problem = error instanceof Problem ? error : new Problem(0, String(error));
    }
    this.host.requestUpdate();
  }

  /** Waiting, failed or the content; a failure after a success shows both. */
  render(content: (data: T) => TemplateResult | typeof nothing): TemplateResult {
    const problem = this.problem === undefined ? nothing : problemBox(this.problem);
    if (this.data !== undefined) return html`${problem}${content(this.data)}`;
    return html`${this.problem === undefined ? html`<p class="muted" role="status">Loading…</p>` : problem}`;
  }
}

export const problemBox = (problem: { readonly message: string; readonly help?: string | undefined }): TemplateResult =>
  html`<div class="box error" role="alert"><strong>${problem.message}</strong>${problem.help ? html`<p>${problem.help}</p>` : nothing}</div>`;

/** A page with nothing on it says why, and what to do. */
export const emptyBox = (what: string, help: unknown): TemplateResult =>
  html`<div class="box empty"><strong>${what}</strong><p>${help}</p></div>`;
