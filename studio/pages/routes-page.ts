import { html, nothing, type TemplateResult } from 'lit';
import type { RouteNode, Trouble } from '../lib/api-types.js';
import { methodBadge } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, problemBox, Resource } from '../lib/resource.js';

/** Beyond so many registrations, routers start closed: the page stays light, and each opens by itself. */
const OPEN_BELOW = 150;

/** The routers as the source builds them: what is mounted where, and what runs before what. */
class RoutesPage extends Page {
  #document = new Resource<{ scanning: boolean; failure?: Trouble; routes: RouteNode[] | null }>(this, () => '/api/routes', ['model', 'scan']);

  protected override render(): TemplateResult {
    return html`<h1>Routes</h1><p class="muted">In the order of registration: what stands above runs before what stands below it on the same router.</p>
      ${this.#document.render(({ scanning, failure, routes }) => html`${failure ? problemBox(failure) : nothing}${routes === null
        ? emptyBox(scanning ? 'Scanning…' : 'Nothing was scanned yet.', scanning ? 'The tree appears when the scan has ended.' : 'Press “Scan now” on the overview.')
        : routes.length === 0 ? emptyBox('No server was found.', 'The overview says why.') : html`<ul class="tree">${routes.map((route) => nodeOf(route, size(routes) < OPEN_BELOW, true))}</ul>`}`)}`;
  }
}

const size = (nodes: readonly RouteNode[]): number => nodes.reduce((sum, node) => sum + 1 + size(node.children ?? []), 0);

function nodeOf(node: RouteNode, open: boolean, top = false): TemplateResult {
  const place = node.file === undefined ? nothing : html`<span class="place">${node.file}:${node.line}</span>`;
  const text = html`${node.kind === 'route' ? methodBadge(node.method ?? '') : html`<span class="kind">${node.kind}</span>`} ${node.path === undefined ? nothing : html`<code>${node.path}</code>`} ${node.label} ${node.note ? html`<span class="note">${node.note}</span>` : nothing} ${place}`;
  if (node.children === undefined || node.children.length === 0) return html`<li class="leaf">${text}</li>`;
  // What is closed is not in the document until it is opened.
  return html`<li><details ?open=${open || top} @toggle=${(event: Event) => fill(event.currentTarget as HTMLDetailsElement)}><summary>${text} <span class="muted small">${node.children.length}</span></summary><tree-branch .nodes=${node.children} .open=${open} ?shown=${open || top}></tree-branch></details></li>`;
}

function fill(details: HTMLDetailsElement): void { if (details.open) details.querySelector<TreeBranch>(':scope > tree-branch')!.shown = true; }

/** The children of a node, made when they are first shown. */
class TreeBranch extends Page {
  static override properties = { nodes: { attribute: false }, open: { attribute: false }, shown: { type: Boolean } };
  declare nodes: readonly RouteNode[];
  declare open: boolean;
  declare shown: boolean;
  constructor() { super(); this.nodes = []; this.open = false; this.shown = false; }
  protected override render(): TemplateResult | typeof nothing { return this.shown ? html`<ul class="tree">${this.nodes.map((node) => nodeOf(node, this.open))}</ul>` : nothing; }
}

customElements.define('tree-branch', TreeBranch);
customElements.define('routes-page', RoutesPage);
