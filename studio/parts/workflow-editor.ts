import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { get, post } from '../lib/api.js';
import type { TextProblem } from '../lib/api-types.js';
import { completionsFor, type Completions } from '../lib/complete.js';

/** Milliseconds after the last key until the text is checked. */
const QUIET_MS = 200;

/** The text of a workflow: checked as it is typed, with what can be typed next. Ctrl Space offers, arrows choose, Enter or Tab takes. */
class WorkflowEditor extends LitElement {
  static override properties: PropertyDeclarations = {
    text: { attribute: false },
    problems: { state: true },
    offers: { state: true },
    chosen: { state: true },
  };
  declare text: string;
  declare private problems: readonly TextProblem[] | undefined;
  declare private offers: { readonly from: number; readonly to: number; readonly values: readonly string[] } | undefined;
  declare private chosen: number;
  #completions: Completions | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checks = 0;

  constructor() {
    super();
    this.text = '';
    this.chosen = 0;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void get<Completions>('/api/workflows/completions').then(
      (found) => {
        this.#completions = found;
      },
      () => undefined,
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('text')) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        void this.#check();
      }, QUIET_MS);
    }
  }

  async #check(): Promise<void> {
    const check = ++this.#checks;
    try {
      const { problems } = await post<{ problems: TextProblem[] }>('/api/workflows/validate', { text: this.text });
      // An older answer says something about an older text.
      if (check !== this.#checks) return;
      this.problems = problems;
      this.dispatchEvent(new CustomEvent('problems', { detail: problems }));
    } catch {
      /* the next key tries again */
    }
  }

  #area(): HTMLTextAreaElement {
    return this.querySelector('textarea')!;
  }

  #typed(): void {
    const area = this.#area();
    this.dispatchEvent(new CustomEvent('change-text', { detail: area.value }));
    this.#offer(false);
  }

  #offer(asked: boolean): void {
    const area = this.#area();
    this.offers = this.#completions === undefined ? undefined : completionsFor(area.value, area.selectionStart, this.#completions, asked);
    this.chosen = 0;
  }

  #take(value: string): void {
    const area = this.#area();
    const { from, to } = this.offers!;
    area.setRangeText(value, from, to, 'end');
    this.offers = undefined;
    area.focus();
    this.dispatchEvent(new CustomEvent('change-text', { detail: area.value }));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey && event.key === ' ') {
      event.preventDefault();
      this.#offer(true);
      return;
    }
    if (this.offers === undefined) return;
    const { values } = this.offers;
    if (event.key === 'ArrowDown') this.chosen = (this.chosen + 1) % values.length;
    else if (event.key === 'ArrowUp') this.chosen = (this.chosen + values.length - 1) % values.length;
    else if (event.key === 'Enter' || event.key === 'Tab') this.#take(values[this.chosen]!);
    else if (event.key === 'Escape') this.offers = undefined;
    else return;
    event.preventDefault();
  }

  #goTo({ line, column }: TextProblem): void {
    const area = this.#area();
    const at =
      this.text
        .split('\n')
        .slice(0, line - 1)
        .reduce((sum, each) => sum + each.length + 1, 0) +
      column -
      1;
    area.focus();
    area.setSelectionRange(at, at);
  }

  protected override render(): TemplateResult {
    const { offers, problems } = this;
    return html`<textarea class="editor" aria-labelledby="editor-title" aria-describedby="editor-help" aria-autocomplete="list" aria-controls="editor-offers" aria-activedescendant=${offers ? `offer-${this.chosen}` : nothing} spellcheck="false" autocomplete="off" rows=${Math.max(14, Math.min(36, this.text.split('\n').length + 1))} .value=${this.text}
        @input=${() => this.#typed()} @keydown=${(event: KeyboardEvent) => this.#onKey(event)} @blur=${() => {
          setTimeout(() => {
            this.offers = undefined;
          }, 150);
        }}></textarea>
      <ul id="editor-offers" class="offers" role="listbox" aria-label="What can be written here" ?hidden=${offers === undefined}>${
        offers?.values.map(
          (value, index) =>
            html`<li id=${`offer-${index}`} role="option" aria-selected=${index === this.chosen} @mousedown=${(event: Event) => {
              event.preventDefault();
              this.#take(value);
            }}>${value}</li>`,
        ) ?? html`<li role="option" aria-selected="false">none</li>`
      }</ul>
      <p id="editor-help" class="muted small">Ctrl Space shows what can be written.</p>
      <div role="status" class="problems">${problems === undefined ? html`<p class="muted">Checking…</p>` : problems.length === 0 ? html`<p class="good">Nothing is wrong with it.</p>` : html`<ul>${problems.slice(0, 50).map((problem) => html`<li><button class="link" @click=${() => this.#goTo(problem)}>${problem.line}:${problem.column}</button> <span class="verdict v-${problem.severity}">${problem.severity}</span> ${problem.message}${problem.help ? html` <span class="muted">${problem.help}</span>` : nothing}</li>`)}</ul>`}</div>`;
  }
}

customElements.define('workflow-editor', WorkflowEditor);
