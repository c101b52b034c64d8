import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { EndpointRow } from '../lib/api-types.js';
import { methodBadge } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, Resource } from '../lib/resource.js';
import { endpointHref, go, replaceRoute } from '../lib/route.js';
import { facet, filterRows, indexRows, noFilters, NO_GUARD, type Filters, type IndexedRow } from '../lib/search.js';
import type { VirtualList } from '../parts/virtual-list.js';
import '../parts/virtual-list.js';

interface Document {
  readonly generatedAt: string;
  readonly endpoints: readonly EndpointRow[];
}

/** More choices than this in one field help nobody, and each costs an element. */
const MOST_CHOICES = 60;

/** All endpoints: search while typing, filters, keys. */
class EndpointsPage extends Page {
  static override properties: PropertyDeclarations = { ...Page.properties, filters: { state: true } };
  declare private filters: Filters;
  #document = new Resource<Document>(this, () => '/api/endpoints', ['model']);
  #indexed: { document: Document; index: IndexedRow[]; facets: ReturnType<typeof facetsOf> } | undefined;
  /** The list is given the same array until something changes, so that it does not start again. */
  #found: { index: IndexedRow[]; filters: Filters; rows: EndpointRow[] } | undefined;

  constructor() {
    super();
    this.filters = noFilters;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('query')) {
      const value = (name: string): string => this.query.get(name) ?? '';
      this.filters = {
        text: value('q'),
        method: value('method'),
        guard: value('guard'),
        tag: value('tag'),
        flag: value('is'),
        file: value('file'),
      };
    }
  }

  #set(change: Partial<Filters>): void {
    this.filters = { ...this.filters, ...change };
    const { text, method, guard, tag, flag, file } = this.filters;
    replaceRoute('endpoints', { q: text, method, guard, tag, is: flag, file });
  }

  #index(document: Document) {
    if (this.#indexed?.document !== document)
      this.#indexed = { document, index: indexRows(document.endpoints), facets: facetsOf(document.endpoints) };
    return this.#indexed;
  }

  #rows(index: IndexedRow[]): EndpointRow[] {
    if (this.#found?.index !== index || this.#found.filters !== this.filters)
      this.#found = { index, filters: this.filters, rows: filterRows(index, this.filters) };
    return this.#found.rows;
  }

  #list(): VirtualList | null {
    return this.querySelector<VirtualList>('virtual-list');
  }

  #onKey(event: KeyboardEvent, rows: readonly EndpointRow[]): void {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.#list()?.focusRow(0);
    } else if (event.key === 'Enter' && rows[0]) go('endpoint', { id: rows[0].id });
    else if (event.key === 'Escape' && this.filters.text !== '') {
      event.preventDefault();
      this.#set({ text: '' });
    }
  }

  protected override render(): TemplateResult {
    return html`<h1>Endpoints</h1>${this.#document.render((document) => {
      if (document.endpoints.length === 0)
        return emptyBox(
          'The model has no endpoints.',
          html`Press “Scan now” on the <a href="#/">overview</a>; it says why when nothing is found.`,
        );
      const { index, facets } = this.#index(document);
      const rows = this.#rows(index);
      return html`
        <form class="filters" role="search" @submit=${(event: Event) => event.preventDefault()}>
          <label class="wide">Search<input type="search" autocomplete="off" spellcheck="false" placeholder="words of method, path, name or file; path: guard: tag: is:" .value=${this.filters.text}
            @input=${(event: Event) => this.#set({ text: (event.target as HTMLInputElement).value })} @keydown=${(event: KeyboardEvent) => this.#onKey(event, rows)}></label>
          ${this.#choice('Method', facets.methods, this.filters.method, (method) => this.#set({ method }))}
          ${this.#choice('Guard', facets.guards, this.filters.guard, (guard) => this.#set({ guard }))}
          ${facets.tags.length > 0 ? this.#choice('Tag', facets.tags, this.filters.tag, (tag) => this.#set({ tag })) : nothing}
          ${facets.flags.length > 0 ? this.#choice('Only', facets.flags, this.filters.flag, (flag) => this.#set({ flag })) : nothing}
          <label>File<input type="text" autocomplete="off" spellcheck="false" .value=${this.filters.file} @input=${(event: Event) => this.#set({ file: (event.target as HTMLInputElement).value })}></label>
        </form>
        <p class="muted" role="status" id="endpoint-count">${rows.length === document.endpoints.length ? `${rows.length.toLocaleString()} endpoints` : `${rows.length.toLocaleString()} of ${document.endpoints.length.toLocaleString()} endpoints`}</p>
        ${rows.length === 0 ? emptyBox('No endpoint matches.', html`<button @click=${() => this.#set(noFilters)}>Clear all filters</button>`) : nothing}
        <virtual-list class="endpoints" keys label="Endpoints" .items=${rows} .height=${34} .row=${rowOf} @leave-top=${() => this.querySelector<HTMLInputElement>('input[type=search]')?.focus()} ?hidden=${rows.length === 0}></virtual-list>`;
    })}`;
  }

  #choice(label: string, choices: readonly (readonly [string, number])[], value: string, set: (value: string) => void): TemplateResult {
    return html`<label>${label}<select @change=${(event: Event) => set((event.target as HTMLSelectElement).value)}>
      <option value="" ?selected=${value === ''}>any</option>${choices.slice(0, MOST_CHOICES).map(([choice, number]) => html`<option value=${choice} ?selected=${choice === value}>${choice} (${number})</option>`)}</select></label>`;
  }
}

const facetsOf = (rows: readonly EndpointRow[]) => ({
  methods: facet(rows, (row) => [row.method]),
  guards: facet(rows, (row) => (row.guards.length === 0 ? [NO_GUARD] : row.guards)),
  tags: facet(rows, (row) => row.tags),
  flags: facet(rows, (row) => row.flags),
});

const rowOf = (row: EndpointRow, _index: number, tabIndex: number): TemplateResult =>
  html`<a class="endpoint-row" tabindex=${tabIndex} href=${endpointHref(row.id)}>${methodBadge(row.method)}<code class="path">${row.path}</code><span class="guards">${row.guards.length === 0 ? 'open' : row.guards.join(', ')}</span><span class="flags">${row.flags.join(' ')}</span><span class="file">${row.file === undefined ? '' : `${row.file}:${row.line}`}</span></a>`;

customElements.define('endpoints-page', EndpointsPage);
