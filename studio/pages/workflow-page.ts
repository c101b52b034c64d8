import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { get, post, Problem, send } from '../lib/api.js';
import type { Environment, TextProblem, Workflow } from '../lib/api-types.js';
import { Page } from '../lib/page.js';
import { problemBox } from '../lib/resource.js';
import { go, hrefOf, replaceRoute } from '../lib/route.js';
import { environmentsOf } from '../parts/endpoint-try.js';
import '../parts/live-run.js';
import '../parts/workflow-editor.js';

interface Document {
  readonly name: string;
  readonly file: string;
  readonly language: 'json' | 'yaml';
  readonly text: string;
  readonly workflow: Workflow;
}

const EMPTY = '{\n  "name": "new workflow",\n  "steps": [\n    { "name": "first", "method": "GET", "path": "/" }\n  ]\n}\n';

/** One workflow: its text, checked as it is written, and its run. */
class WorkflowPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    document: { state: true },
    text: { state: true },
    problems: { state: true },
    problem: { state: true },
    notes: { state: true },
    environments: { state: true },
    environment: { state: true },
    clear: { state: true },
    saved: { state: true },
  };
  /** Undefined for a workflow that is no file yet. */
  declare private document: Document | undefined;
  declare private text: string | undefined;
  declare private problems: readonly TextProblem[];
  declare private problem: Problem | undefined;
  declare private notes: readonly string[];
  declare private environments: readonly Environment[];
  declare private environment: string;
  declare private clear: boolean;
  declare private saved: boolean;
  #shown: string | undefined;

  constructor() {
    super();
    this.problems = [];
    this.notes = [];
    this.environments = [];
    this.environment = '';
    this.clear = false;
    this.saved = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void environmentsOf().then((found) => {
      this.environments = found;
    });
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('query')) return;
    const wanted = ['name', 'scaffold', 'new'].map((key) => this.query.get(key) ?? '').join('\n');
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    void this.#load();
  }

  async #load(): Promise<void> {
    this.document = undefined;
    this.text = undefined;
    this.problem = undefined;
    this.notes = [];
    this.saved = false;
    const [name, scaffold] = [this.query.get('name'), this.query.get('scaffold')];
    try {
      if (name === null && scaffold === null && !this.query.has('new'))
        throw new Problem(
          0,
          'The address names no workflow.',
          'It has name=…, scaffold=… or new=1; “All workflows” lists those there are.',
        );
      if (name !== null) {
        this.document = await get<Document>(`/api/workflows/one?name=${encodeURIComponent(name)}`);
        this.text = this.document.text;
      } else if (scaffold !== null) {
        const made = await post<{ text: string; notes: string[] }>('/api/workflows/scaffold', { endpoint: scaffold });
        this.text = made.text;
        this.notes = made.notes;
      } else this.text = EMPTY;
    } catch (error) {
      this.problem = error as Problem;
      // Its help is for people at a terminal.
      if (name !== null && this.problem.help?.includes('`tool '))
        this.problem = new Problem(this.problem.status, this.problem.message, '“All workflows” lists those there are.');
    }
  }

  get #isDirty(): boolean {
    return this.text !== undefined && this.text !== this.document?.text;
  }

  async #save(): Promise<boolean> {
    this.problem = undefined;
    try {
      const { name } = await send<{ name: string }>('PUT', '/api/workflows/one', {
        text: this.text,
        ...(this.document && { file: this.document.file, replace: true }),
      });
      this.document = await get<Document>(`/api/workflows/one?name=${encodeURIComponent(this.document?.file ?? name)}`);
      this.text = this.document.text;
      this.saved = true;
      this.#shown = [this.document.file, '', ''].join('\n');
      replaceRoute('workflow', { name: this.document.file, run: this.query.get('run') ?? undefined });
      return true;
    } catch (error) {
      this.problem = error as Problem;
      return false;
    }
  }

  async #run(): Promise<void> {
    if (this.#isDirty && !(await this.#save())) return;
    try {
      const { id } = await post<{ id: string }>('/api/workflows/run', {
        name: this.document!.file,
        environment: this.environment,
        clearMemory: this.clear,
      });
      go('workflow', { name: this.document!.file, run: id });
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  protected override render(): TemplateResult {
    const run = this.query.get('run');
    const isYaml = this.document?.language === 'yaml';
    return html`<h1>${this.document?.name ?? (this.problem && this.text === undefined ? 'Workflow' : 'New workflow')}</h1><p><a href=${hrefOf('workflows')}>All workflows</a> ${this.document ? html`<code>${this.document.file}</code>` : nothing}</p>
      ${this.problem ? problemBox(this.problem) : nothing}
      ${this.notes.length > 0 ? html`<div class="box"><strong>To complete</strong><ul>${this.notes.map((note) => html`<li>${note}</li>`)}</ul></div>` : nothing}
      ${
        this.text === undefined
          ? this.problem
            ? nothing
            : html`<p class="muted" role="status">Loading…</p>`
          : html`
        <form class="filters" @submit=${(event: Event) => {
          event.preventDefault();
          void this.#run();
        }}>
          ${
            this.environments.length > 0
              ? html`<label>Environment<select @change=${(event: Event) => {
                  this.environment = (event.target as HTMLSelectElement).value;
                }}><option value="">the one on this machine</option>${this.environments.map(({ name }) => html`<option value=${name}>${name}</option>`)}</select></label>`
              : nothing
          }
          <label class="check"><input type="checkbox" .checked=${this.clear} @change=${(event: Event) => {
            this.clear = (event.target as HTMLInputElement).checked;
          }}>Empty the memory first</label>
          <button class="primary" ?disabled=${this.problems.some(({ severity }) => severity === 'error')}>${this.#isDirty ? 'Save and run' : 'Run'}</button>
          <button type="button" ?disabled=${!this.#isDirty || isYaml} @click=${() => {
            void this.#save();
          }}>Save</button><span class="muted" role="status">${this.saved && !this.#isDirty ? 'Saved' : nothing}</span>
        </form>
        ${run === null ? nothing : html`<live-run .runId=${run} .workflow=${this.document?.workflow}></live-run>`}
        ${
          isYaml
            ? html`<h2>Text</h2><p class="muted">YAML files are edited in your editor, so that comments stay.</p><pre tabindex="0" aria-label="Workflow as YAML">${this.text}</pre>`
            : html`<h2 id="editor-title">Text</h2><workflow-editor .text=${this.text} @change-text=${(event: CustomEvent<string>) => {
                this.text = event.detail;
                this.saved = false;
              }} @problems=${(event: CustomEvent<readonly TextProblem[]>) => {
                this.problems = event.detail;
              }}></workflow-editor>`
        }`
      }`;
  }
}

customElements.define('workflow-page', WorkflowPage);
