import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { get, post } from '../lib/api.js';
import type { EndpointRow } from '../lib/api-types.js';
import { pages } from '../lib/pages.js';
import { endpointHref, hrefOf } from '../lib/route.js';
import { filterRows, indexRows, noFilters, type IndexedRow } from '../lib/search.js';
import { applyTheme } from '../lib/theme.js';
import { Modal } from './modal.js';

interface Choice {
  readonly label: string;
  readonly kind: string;
  readonly run: () => void;
}

const MOST = 20;

/** Everything that can be gone to or done, found by typing. */
class CommandPalette extends Modal {
  static override properties: PropertyDeclarations = { text: { state: true }, chosen: { state: true }, index: { state: true } };
  declare private text: string;
  declare private chosen: number;
  declare private index: readonly IndexedRow[];

  constructor() {
    super();
    this.text = '';
    this.chosen = 0;
    this.index = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void get<{ endpoints: EndpointRow[] }>('/api/endpoints').then(
      ({ endpoints }) => {
        this.index = indexRows(endpoints);
      },
      () => undefined,
    );
  }

  #choices(): Choice[] {
    const wanted = this.text.trim().toLowerCase();
    const to = (href: string) => () => {
      location.hash = href;
    };
    const fixed: Choice[] = [
      ...pages.filter(({ listed }) => listed).map(({ name, title }) => ({ label: title, kind: 'Page', run: to(hrefOf(name)) })),
      {
        label: 'Scan now',
        kind: 'Do',
        run: () => {
          void post('/api/scan');
        },
      },
      ...(['light', 'dark', 'system'] as const).map((theme) => ({ label: `Theme: ${theme}`, kind: 'Do', run: () => applyTheme(theme) })),
    ].filter(({ label }) => label.toLowerCase().includes(wanted));
    const rows = wanted === '' ? [] : filterRows(this.index, { ...noFilters, text: wanted });
    return [
      ...fixed,
      ...rows.slice(0, MOST).map((row) => ({ label: `${row.method} ${row.path}`, kind: 'Endpoint', run: to(endpointHref(row.id)) })),
    ].slice(0, MOST);
  }

  #run(choice: Choice | undefined): void {
    if (choice === undefined) return;
    this.close();
    choice.run();
  }

  #onKey(event: KeyboardEvent, choices: readonly Choice[]): void {
    if (event.key === 'ArrowDown') this.chosen = Math.min(choices.length - 1, this.chosen + 1);
    else if (event.key === 'ArrowUp') this.chosen = Math.max(0, this.chosen - 1);
    else if (event.key === 'Enter') this.#run(choices[this.chosen]);
    else return;
    event.preventDefault();
  }

  protected override render(): TemplateResult {
    const choices = this.#choices();
    return html`<dialog class="palette" aria-label="Go to">
      <input type="text" role="combobox" autofocus autocomplete="off" spellcheck="false" aria-label="Page, endpoint or action" aria-expanded="true" aria-controls="palette-choices" aria-autocomplete="list"
        aria-activedescendant=${choices.length > 0 ? `choice-${this.chosen}` : nothing} placeholder="Page, endpoint or action" .value=${this.text}
        @input=${(event: Event) => {
          this.text = (event.target as HTMLInputElement).value;
          this.chosen = 0;
        }} @keydown=${(event: KeyboardEvent) => this.#onKey(event, choices)}>
      <ul id="palette-choices" role="listbox" aria-label="Choices">${choices.map((choice, index) => html`<li id=${`choice-${index}`} role="option" aria-selected=${index === this.chosen} @click=${() => this.#run(choice)}><span>${choice.label}</span><span class="muted">${choice.kind}</span></li>`)}</ul>
      ${choices.length === 0 ? html`<p role="status">Nothing is called so.</p>` : nothing}</dialog>`;
  }
}

customElements.define('command-palette', CommandPalette);
