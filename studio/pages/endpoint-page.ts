import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { post, Problem } from '../lib/api.js';
import type { Endpoint, EndpointDocument, SourceDocument } from '../lib/api-types.js';
import { endpointLink, json, methodBadge } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, problemBox, Resource } from '../lib/resource.js';
import { hrefOf } from '../lib/route.js';
import '../parts/code-lines.js';
import '../parts/endpoint-try.js';

/** Everything known of one endpoint. */
class EndpointPage extends Page {
  static override properties: PropertyDeclarations = { ...Page.properties, shownSource: { state: true }, problem: { state: true } };
  /** Position in the chain whose source is shown; null for the handler's. */
  declare private shownSource: number | null;
  declare private problem: Problem | undefined;
  #document = new Resource<EndpointDocument>(this, () => `/api/endpoints/one?id=${encodeURIComponent(this.#id())}`, ['model', 'scan']);
  #source = new Resource<SourceDocument>(
    this,
    () =>
      this.#document.data === undefined || (this.shownSource === null && this.#document.data.endpoint.source === undefined)
        ? null
        : `/api/endpoints/source?around=200&id=${encodeURIComponent(this.#id())}${this.shownSource === null ? '' : `&middleware=${this.shownSource}`}`,
    ['changes', 'model'],
  );

  constructor() {
    super();
    this.shownSource = null;
  }

  #id(): string {
    return this.query.get('id') ?? '';
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('query')) {
      this.shownSource = null;
      this.problem = undefined;
    }
  }

  async #open(middleware?: number): Promise<void> {
    this.problem = undefined;
    try {
      await post('/api/endpoints/open', { id: this.#id(), ...(middleware !== undefined && { middleware }) });
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  protected override render(): TemplateResult {
    return html`${this.#document.render((document) => this.#content(document))}${this.#document.data === undefined ? html`<h1>${this.#id() || 'Endpoint'}</h1><p><a href=${hrefOf('endpoints')}>All endpoints</a></p>` : nothing}`;
  }

  #content(document: EndpointDocument): TemplateResult {
    const { endpoint } = document;
    return html`<h1>${methodBadge(endpoint.method)} <code>${endpoint.path}</code></h1>
      <p>${endpoint.name ?? endpoint.handlerName ?? ''} ${endpoint.summary ? html`<span>— ${endpoint.summary}</span>` : nothing}</p>
      ${this.problem ? problemBox(this.problem) : nothing}
      ${this.#notes(endpoint)}
      ${endpoint.description ? html`<p>${endpoint.description}</p>` : nothing}
      <div class="columns wide-left"><div>
        <section aria-labelledby="contract"><h2 id="contract">Contract</h2>${contractOf(document)}</section>
        <section aria-labelledby="flow"><h2 id="flow">Data</h2>${flowOf(document)}</section>
        </div><div>
        <section aria-labelledby="chain"><h2 id="chain">What runs, in order</h2>
          <ol class="chain">${endpoint.middleware.map(
            (
              entry,
              index,
            ) => html`<li><strong>${entry.name}</strong> <span class="note">${entry.type}</span> ${entry.scheme ? html`<span class="note">${entry.scheme}</span>` : nothing} ${entry.conditional ? html`<span class="note warn">only under another configuration</span>` : nothing}
            ${entry.origin ? html`<span class="muted">from ${entry.origin}</span>` : nothing} ${entry.config ? html`<code class="small">${json(entry.config)}</code>` : nothing}
            ${
              entry.source
                ? html`<button class="link" @click=${() => {
                    this.shownSource = index;
                  }}>${entry.source.file}:${entry.source.line}</button>`
                : nothing
            }</li>`,
          )}
            <li><strong>${endpoint.handlerName ?? endpoint.name ?? 'the handler'}</strong> <span class="note">handler</span> ${
              endpoint.source
                ? html`<button class="link" @click=${() => {
                    this.shownSource = null;
                  }}>${endpoint.source.file}:${endpoint.source.line}</button>`
                : nothing
            }</li></ol></section>
        <section aria-labelledby="source"><h2 id="source">Source</h2>
          ${
            endpoint.source === undefined && this.shownSource === null
              ? emptyBox('This endpoint has no source.', 'It was added by hand.')
              : this.#source.render(
                  (source) => html`<p><code>${source.file}:${source.line}</code> <button @click=${() => {
                    void this.#open(this.shownSource ?? undefined);
                  }}>Open in editor</button></p>
            <code-lines class="source" .lines=${source.lines} .from=${source.from} .mark=${source.line} label=${`Source of ${source.file}`}></code-lines>`,
                )
          }</section>
      </div></div>
      <endpoint-try .endpoint=${endpoint}></endpoint-try>
      `;
  }

  #notes(endpoint: Endpoint): TemplateResult {
    const notes = [
      endpoint.shadowedBy === undefined ? nothing : html`It never answers: ${endpointLink(endpoint.shadowedBy)} comes first.`,
      endpoint.conditional ? 'It exists only under another configuration.' : nothing,
      endpoint.stale ? 'The source has it no more; it is kept because somebody wrote into it.' : nothing,
      endpoint.deprecated ? 'It is deprecated.' : nothing,
      endpoint.origin === 'manual' ? 'It was added by hand.' : nothing,
      endpoint.authored?.length
        ? html`Written by hand, and kept by scans: ${endpoint.authored.map((pointer) => html`<code>${pointer}</code> `)}`
        : nothing,
    ].filter((note) => note !== nothing);
    return html`${notes.map((note) => html`<p class="box">${note}</p>`)}`;
  }

  #scrolled: string | undefined;

  /** Shows the line that was asked for in the middle, once for each source. */
  protected override updated(): void {
    const source = this.#source.data;
    const view = this.querySelector<HTMLElement>('code-lines.source');
    if (source === undefined || view === null) return;
    const key = `${source.file}:${source.line}`;
    if (this.#scrolled === key) return;
    this.#scrolled = key;
    requestAnimationFrame(() => {
      view.scrollTop = Math.max(0, (source.line - source.from) * 20 - view.clientHeight / 3);
    });
  }
}

function contractOf({ endpoint, securitySchemes, evidence }: EndpointDocument): TemplateResult {
  const why = (pointer: string): TemplateResult | typeof nothing => {
    const found = evidence.filter((entry) => entry.pointer === pointer || entry.pointer.startsWith(`${pointer}/`));
    return found.length === 0
      ? nothing
      : html`<span class="muted small">${found
          .slice(0, 3)
          .map(({ source, file, line }) => `${source}, ${file}:${line}`)
          .join('; ')}</span>`;
  };
  const { security, parameters, requestBody, responses, rateLimit, pagination, ownership } = endpoint;
  return html`
    <h3>Security</h3>
    ${security?.length ? html`<ul>${security.map((use, index) => html`<li><strong>${use.scheme}</strong> ${[securitySchemes[use.scheme]?.type, securitySchemes[use.scheme]?.scheme].filter(Boolean).join(' ')}${use.required === false ? ', optional' : ''}${(use.demand ?? 1) > 1 ? ', needed as well' : ''}${use.scopes?.length ? `, scopes ${use.scopes.join(', ')}` : ''} ${why(`/security/${index}`)}</li>`)}</ul>` : html`<p class="muted">${unguarded(Object.keys(responses ?? {}))}</p>`}
    ${ownership ? html`<p>Only for its owner: <code>${ownership.ownerField}</code> must be the caller's <code>${ownership.mustMatchAuthClaim}</code>. ${why('/ownership')}</p>` : nothing}
    <h3>Parameters</h3>
    ${parameters?.length ? html`<table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Rules</th></tr></thead><tbody>${parameters.map((parameter, index) => html`<tr><th scope="row">${parameter.name}</th><td>${parameter.in}</td><td>${parameter.type ?? ''}</td><td>${rulesOf(parameter)} ${why(`/parameters/${index}`)}</td></tr>`)}</tbody></table>` : html`<p class="muted">None known.</p>`}
    <h3>Request body</h3>
    ${requestBody ? html`<p class="muted">${requestBody.contentType ?? ''} ${why('/requestBody')}</p>${fieldsOf({ ...requestBody.fields, ...(requestBody.items && { '0': requestBody.items }) })}` : html`<p class="muted">None known.</p>`}
    <h3>Responses</h3>
    ${responses && Object.keys(responses).length > 0 ? html`${Object.entries(responses).map(([status, response]) => html`<details ?open=${status.startsWith('2')}><summary><strong>${status}</strong> ${response.description ?? ''}</summary>${response.schema && Object.keys(response.schema).length > 0 ? html`<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th></tr></thead><tbody>${Object.entries(response.schema).map(([field, type]) => html`<tr><th scope="row"><code>${field}</code></th><td>${type}${response.optional?.includes(field) ? html` <span class="muted">optional</span>` : ''}</td></tr>`)}</tbody></table>` : html`<p class="muted">Its fields are not known.</p>`}</details>`)}` : html`<p class="muted">Not known.</p>`}
    ${rateLimit ? html`<h3>Rate limit</h3><p>${rateLimit.max ?? '?'} requests${rateLimit.windowMs === undefined ? '' : ` in ${rateLimit.windowMs / 1000} s`}${rateLimit.scope ? `, counted for each ${rateLimit.scope}` : ''}${rateLimit.conditional ? ', under another configuration only' : ''} ${why('/rateLimit')}</p>` : nothing}
    ${pagination ? html`<h3>Pages</h3><p>${[pagination.type, pagination.pageParam, pagination.limitParam, pagination.totalPath].filter(Boolean).join(', ')}</p>` : nothing}`;
}

/** What answers 401 or 403 may look at its callers in a way that the scan does not follow. */
function unguarded(statuses: readonly string[]): string {
  const refusals = statuses.filter((status) => status === '401' || status === '403');
  return refusals.length === 0
    ? 'Open: no guard was recognised.'
    : `No guard was recognised, but it can answer ${refusals.join(' and ')}: it may check its callers itself.`;
}

type Field = NonNullable<NonNullable<Endpoint['requestBody']>['fields']>[string];

const rulesOf = (field: object): string =>
  Object.entries(field)
    .filter(([name]) => !['name', 'in', 'type', 'properties', 'items', 'description'].includes(name))
    .map(([name, value]) => (value === true ? name : `${name} ${json(value)}`))
    .join(', ');

function fieldsOf(fields: Readonly<Record<string, Field>>): TemplateResult {
  const rows = (entries: Readonly<Record<string, Field>>, prefix: string): [string, Field][] =>
    Object.entries(entries).flatMap(([name, field]): [string, Field][] => [
      [`${prefix}${name}`, field],
      ...(field.properties ? rows(field.properties, `${prefix}${name}.`) : []),
      ...(field.items?.properties ? rows(field.items.properties, `${prefix}${name}[].`) : []),
    ]);
  return html`<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Rules</th></tr></thead><tbody>${rows(fields, '').map(([name, field]) => html`<tr><th scope="row"><code>${name}</code></th><td>${field.type ?? ''}${field.items?.type ? ` of ${field.items.type}` : ''}</td><td>${rulesOf(field)}</td></tr>`)}</tbody></table>`;
}

function flowOf({ endpoint, consumers }: EndpointDocument): TemplateResult {
  const { produces, consumes } = endpoint;
  if (!produces?.length && !consumes?.length && consumers.length === 0)
    return html`<p class="muted">It takes nothing from other endpoints, and none takes anything from it.</p>`;
  return html`${consumes?.length ? html`<h3>Needs</h3><ul>${consumes.map((use) => html`<li><code>${use.variable}</code> as <code>${use.usedAs}</code> from ${endpointLink(use.producedBy)}</li>`)}</ul>` : nothing}
    ${produces?.length ? html`<h3>Gives</h3><ul>${produces.map((value) => html`<li><code>${value.variable}</code> at <code>${value.responseField}</code></li>`)}</ul>` : nothing}
    ${consumers.length ? html`<h3>Used by</h3><ul>${consumers.map((use) => html`<li>${endpointLink(use.endpoint)} <code>${use.variable}</code> as <code>${use.usedAs}</code></li>`)}</ul>` : nothing}`;
}

customElements.define('endpoint-page', EndpointPage);
