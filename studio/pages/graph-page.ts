import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { GraphDocument } from '../lib/api-types.js';
import { count, endpointLink } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, Resource } from '../lib/resource.js';
import '../parts/flow-canvas.js';
import '../parts/virtual-list.js';

type Link = GraphDocument['links'][number];

/** Who gives what to whom: as a picture, and as a table that says the same. */
class GraphPage extends Page {
  static override properties: PropertyDeclarations = { ...Page.properties, text: { state: true } };
  declare private text: string;
  #document = new Resource<GraphDocument>(this, () => '/api/graph', ['model']);

  constructor() {
    super();
    this.text = '';
  }

  protected override render(): TemplateResult {
    return html`<h1>Graph</h1>${this.#document.render((graph) => {
      if (graph.links.length === 0)
        return emptyBox(
          'No endpoint is known to need what another one gives.',
          'A link is made where a response field and a parameter, a body field or a header belong together beyond doubt.',
        );
      const wanted = this.text.toLowerCase();
      const links =
        wanted === ''
          ? graph.links
          : graph.links.filter(({ from, to, variable }) => `${from} ${to} ${variable}`.toLowerCase().includes(wanted));
      return html`<p class="muted" role="status">${count(graph.nodes.length, 'endpoint')}, ${count(links.length, 'link')}${graph.apart > 0 ? `; ${count(graph.apart, 'endpoint')} without any` : ''}.</p>
        <form class="filters" role="search" @submit=${(event: Event) => event.preventDefault()}><label class="wide">Only what names<input type="search" autocomplete="off" spellcheck="false" .value=${this.text} @input=${(
          event: Event,
        ) => {
          this.text = (event.target as HTMLInputElement).value;
        }}></label></form>
        <flow-canvas .graph=${graph} .links=${links}></flow-canvas>
        <h2 id="flow-table">The same as a table</h2>
        <div class="flow-head" aria-hidden="true"><span>From</span><span>Value</span><span>To</span></div>
        <virtual-list class="plain flow" keys label="Links: from, value, to" .items=${links} .height=${34} .row=${rowOf}></virtual-list>`;
    })}`;
  }
}

const rowOf = (link: Link): TemplateResult =>
  html`<span class="flow-row">${endpointLink(link.from)}<span><code>${link.variable}</code>${link.field ? html` at <code>${link.field}</code>` : ''} as <code>${link.usedAs}</code></span>${endpointLink(link.to)}</span>`;

customElements.define('graph-page', GraphPage);
