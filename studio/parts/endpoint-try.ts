import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { get, post, Problem } from '../lib/api.js';
import type { Endpoint, Environment, PreparedCall, RunSummary, SentCall } from '../lib/api-types.js';
import { moment } from '../lib/format.js';
import { problemBox, Resource } from '../lib/resource.js';
import { hrefOf } from '../lib/route.js';
import './code-lines.js';

/** Sends one call to an environment of the model, through the backend, and shows what came back. */
class EndpointTry extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: { attribute: false },
    call: { state: true },
    answer: { state: true },
    problem: { state: true },
    busy: { state: true },
    signIn: { state: true },
    obtain: { state: true },
    unmasked: { state: true },
    environment: { state: true },
  };
  declare endpoint: Endpoint;
  declare private call: PreparedCall | undefined;
  declare private answer: { readonly sent: SentCall; readonly lines: readonly string[] } | undefined;
  declare private problem: Problem | undefined;
  declare private busy: boolean;
  declare private signIn: boolean;
  declare private obtain: boolean;
  declare private unmasked: boolean;
  declare private environment: string;
  #environments = new Resource<{ environments: (Environment & { local: boolean })[] }>(this, () => '/api/environments', ['model']);
  #history = new Resource<{ runs: RunSummary[] }>(this, () => `/api/runs?endpoint=${encodeURIComponent(this.endpoint.id)}`, ['runs']);

  constructor() {
    super();
    this.busy = false;
    this.signIn = true;
    this.obtain = false;
    this.unmasked = false;
    this.environment = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('endpoint') && changed.get('endpoint')?.id !== this.endpoint.id) {
      this.call = undefined;
      this.answer = undefined;
      this.problem = undefined;
      this.obtain = false;
    }
  }

  async #prepare(): Promise<void> {
    this.problem = undefined;
    try {
      this.call = await post<PreparedCall>('/api/endpoints/prepare', { id: this.endpoint.id });
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  async #send(): Promise<void> {
    const { call } = this;
    if (call === undefined) return;
    this.busy = true;
    this.problem = undefined;
    try {
      const sent = await post<SentCall>('/api/endpoints/try', {
        id: this.endpoint.id,
        ...(this.environment !== '' && { environment: this.environment }),
        path: call.path,
        query: dropEmpty(call.query),
        headers: dropEmpty(call.headers),
        body: call.body,
        signIn: this.signIn && call.schemes.length > 0,
        obtain: this.obtain && Object.keys(call.sources).length > 0,
        unmasked: this.unmasked,
      });
      this.answer = { sent, lines: (sent.response?.body ?? '').split('\n') };
    } catch (error) {
      this.problem = error as Problem;
      this.answer = undefined;
    }
    this.busy = false;
  }

  #set(part: 'path' | 'query' | 'headers', name: string, value: string): void {
    this.call = { ...this.call!, [part]: { ...this.call![part], [name]: value } };
  }

  #fields(part: 'path' | 'query' | 'headers', title: string): TemplateResult | typeof nothing {
    const { call } = this;
    const sources = part === 'path' ? call!.sources : {};
    const names = Object.keys(call![part]).filter((name) => !this.obtain || sources[name] === undefined);
    return names.length === 0
      ? nothing
      : html`<fieldset><legend>${title}</legend>${names.map((name) => html`<label>${name}${call!.invented.includes(name) && part === 'path' ? html` <span class="muted">(made up: nothing is remembered)</span>` : sources[name] ? html` <span class="muted">(remembered: it may be gone)</span>` : nothing}<input type="text" autocomplete="off" spellcheck="false" .value=${call![part][name]!} @input=${(event: Event) => this.#set(part, name, (event.target as HTMLInputElement).value)}></label>`)}</fieldset>`;
  }

  protected override render(): TemplateResult {
    const { call } = this;
    return html`<section aria-labelledby="try"><h2 id="try">Try it</h2>
      ${this.problem ? problemBox(this.problem) : nothing}
      ${this.#environments.render(({ environments }) =>
        environments.length === 0
          ? html`<p class="muted">The model names no environment to call. <a href=${hrefOf('environments')}>How to add one</a></p>`
          : call === undefined
            ? html`<p><button @click=${() => {
                void this.#prepare();
              }}>Prepare a call</button> <span class="muted">with generated data; nothing is sent yet</span></p>`
            : html`
        <form class="try" @submit=${(event: Event) => {
          event.preventDefault();
          void this.#send();
        }}>
          <label>Environment<select @change=${(event: Event) => {
            this.environment = (event.target as HTMLSelectElement).value;
          }}>${environments.map(({ name, baseUrl }, index) => html`<option value=${name} ?selected=${this.environment === name || (this.environment === '' && index === 0)}>${name} — ${baseUrl}</option>`)}</select></label>
          ${this.#fields('path', 'In the path')}${this.#fields('query', 'Query')}${this.#fields('headers', 'Headers')}
          ${
            call.body === null
              ? nothing
              : html`<label>Body, JSON<textarea spellcheck="false" rows=${Math.min(20, call.body.split('\n').length + 1)} .value=${call.body} @input=${(
                  event: Event,
                ) => {
                  this.call = { ...call, body: (event.target as HTMLTextAreaElement).value };
                }}></textarea></label>`
          }
          ${
            Object.keys(call.sources).length === 0
              ? nothing
              : html`<label class="check"><input type="checkbox" .checked=${this.obtain} @change=${(event: Event) => {
                  this.obtain = (event.target as HTMLInputElement).checked;
                }}>First get ${Object.entries(call.sources)
                  .map(([name, source]) => `${name} from ${source}`)
                  .join(', ')}</label>`
          }
          ${
            call.schemes.length === 0
              ? nothing
              : html`<label class="check"><input type="checkbox" .checked=${this.signIn} @change=${(event: Event) => {
                  this.signIn = (event.target as HTMLInputElement).checked;
                }}>Send a credential (${call.schemes.join(', ')}); it is obtained as the model says</label>`
          }
          <label class="check"><input type="checkbox" .checked=${this.unmasked} @change=${(event: Event) => {
            this.unmasked = (event.target as HTMLInputElement).checked;
          }}>Show secrets of the answer</label>
          <p><button class="primary" ?disabled=${this.busy}>${this.busy ? 'Sending…' : `Send ${call.method}`}</button> <button type="button" @click=${() => {
            void this.#prepare();
          }}>Other data</button></p>
        </form>`,
      )}
      ${this.#shown()}
      <h3>Earlier runs</h3>
      ${this.#history.render(({ runs }) => (runs.length === 0 ? html`<p class="muted">No run has called it.</p>` : html`<ul>${runs.slice(0, 20).map((run) => html`<li><a href=${hrefOf('run', { id: run.runId })}>${moment(run.startedAt)}</a> ${run.checks?.map((check) => html`<span class="verdict v-${check.verdict}">${check.verdict}</span> ${check.status ?? ''} <span class="muted">${Math.round(check.durationMs)} ms</span> `)}</li>`)}</ul>`))}
    </section>`;
  }

  #shown(): TemplateResult | typeof nothing {
    if (this.answer === undefined) return nothing;
    const { sent, lines } = this.answer;
    const { response } = sent;
    return html`<div class="answer" role="status"><p>${response === undefined ? html`<strong>No answer</strong>` : html`<strong>${response.status}</strong> <span class="muted">${response.latencyMs} ms, ${response.sizeBytes.toLocaleString()} bytes</span>`} <a href=${hrefOf('run', { id: sent.runId })}>Record</a></p></div>
      ${sent.failures.map((failure) => problemBox(failure))}
      ${
        response === undefined
          ? nothing
          : html`<details><summary>Headers</summary><pre tabindex="0" aria-label="Response headers">${Object.entries(response.headers)
              .map(([name, value]) => `${name}: ${String(value)}`)
              .join('\n')}</pre></details>
        ${response.body === '' ? html`<p class="muted">The body is empty, or no text.</p>` : html`<code-lines class="response" .lines=${lines} label="Response body"></code-lines>`}`
      }`;
  }
}

const dropEmpty = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** For pages that start a run of what they show. */
export const environmentsOf = (): Promise<readonly Environment[]> =>
  get<{ environments: Environment[] }>('/api/environments').then(
    ({ environments }) => environments,
    () => [],
  );

customElements.define('endpoint-try', EndpointTry);
