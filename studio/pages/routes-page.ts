import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { RouteNode, Trouble } from '../lib/api-types.js';
import { count, methodBadge } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, problemBox, Resource } from '../lib/resource.js';

/** Beyond so many registrations, routers start closed: the page stays light, and each opens by itself. */
const OPEN_BELOW = 150;
/** Children of one node that are shown at once: a server may have thousands of routes on one router. */
const AT_ONCE = 100;

/** The routers as the source builds them: what is mounted where, and what runs before what. */
class RoutesPage extends Page {
  static override properties: PropertyDeclarations = { ...Page.properties, text: { state: true } };
  declare private text: string;
  #document = new Resource<{ scanning: boolean; failure?: Trouble; routes: RouteNode[] | null }>(this, () => '/api/routes', [
    'model',
    'scan',
  ]);

  constructor() {
    super();
    this.text = '';
  }

  protected override render(): TemplateResult {
    return html`<h1>Routes</h1><p class="muted">In the order of registration: what stands above runs before what stands below it on the same router.</p>
      ${this.#document.render(
        ({ scanning, failure, routes }) =>
          html`${failure ? problemBox(failure) : nothing}${
            routes === null
              ? emptyBox(
                  scanning ? 'Scanning…' : 'Nothing was scanned yet.',
                  scanning ? 'The tree appears when the scan has ended.' : 'Press “Scan now” on the overview.',
                )
              : routes.length === 0
                ? emptyBox('No server was found.', 'The overview says why.')
                : this.#tree(routes)
          }`,
      )}`;
  }

  #tree(routes: readonly RouteNode[]): TemplateResult {
    const words = this.text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const found = words.length === 0 ? routes : named(routes, words);
    const open = size(found) < OPEN_BELOW;
    return html`<form class="filters" role="search" @submit=${(event: Event) => event.preventDefault()}><label class="wide">Only what names<input type="search" autocomplete="off" spellcheck="false" placeholder="words of a path, method, name or file" .value=${this.text} @input=${(
      event: Event,
    ) => {
      this.text = (event.target as HTMLInputElement).value;
    }}></label></form>
      ${
        found.length === 0
          ? emptyBox('Nothing is called so.', 'Words are looked for in full paths, methods, names and files.')
          : html`<ul class="tree">${keyed(
              this.text,
              found.map((route) => nodeOf(route, open, true)),
            )}</ul>`
      }`;
  }
}

const size = (nodes: readonly RouteNode[]): number => nodes.reduce((sum, node) => sum + 1 + size(node.children ?? []), 0);

/** The nodes that name every word in their method, full path, name or file, and what leads to them. What belongs to a node that is kept stays. */
export function named(nodes: readonly RouteNode[], words: readonly string[], above = ''): RouteNode[] {
  return nodes.flatMap((node) => {
    const path = `${above}${node.path === undefined || node.path === '/' ? '' : node.path}`;
    const text = `${node.method ?? ''} ${path} ${node.label} ${node.file ?? ''}`.toLowerCase();
    // A middleware has the path of its router: it is what it is called by itself.
    const own = node.kind === 'use' ? `${node.label} ${node.path ?? ''} ${node.file ?? ''}`.toLowerCase() : text;
    if (words.every((word) => own.includes(word))) return [node];
    const children = named(node.children ?? [], words, path);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

const CHILDREN: Readonly<Record<string, string>> = { router: 'registration', mount: 'router', route: 'middleware', branch: 'registration' };

function nodeOf(node: RouteNode, open: boolean, top = false): TemplateResult {
  const place = node.file === undefined ? nothing : html`<span class="place">${node.file}:${node.line}</span>`;
  const text = html`${node.kind === 'route' ? methodBadge(node.method ?? '') : html`<span class="kind">${node.kind}</span>`} ${node.path === undefined ? nothing : html`<code>${node.path}</code>`} ${node.label} ${node.note ? html`<span class="note">${node.note}</span>` : nothing} ${place}`;
  const children = node.children ?? [];
  if (children.length === 0) return html`<li class="leaf">${text}</li>`;
  // One way on is no choice: a router opens with the place where it is mounted.
  const shown = open || top || (node.kind === 'router' && children.length === 1);
  const number =
    node.kind === 'mount' && children.length === 1
      ? nothing
      : html`<span class="muted small">${count(children.length, CHILDREN[node.kind] ?? 'part', node.kind === 'route' ? 'middleware' : undefined)}</span>`;
  // What is closed is not in the document until it is opened.
  return html`<li><details ?open=${shown} @toggle=${(event: Event) => fill(event.currentTarget as HTMLDetailsElement)}><summary>${text} ${number}</summary><tree-branch .nodes=${children} .open=${open} .inside=${node.kind} ?shown=${shown}></tree-branch></details></li>`;
}

function fill(details: HTMLDetailsElement): void {
  if (details.open) details.querySelector<TreeBranch>(':scope > tree-branch')!.shown = true;
}

/** The children of a node, made when they are first shown, and so many at a time. */
class TreeBranch extends Page {
  static override properties = {
    nodes: { attribute: false },
    open: { attribute: false },
    inside: { attribute: false },
    shown: { type: Boolean },
    most: { state: true },
  };
  declare nodes: readonly RouteNode[];
  declare open: boolean;
  /** What the children belong to. */
  declare inside: RouteNode['kind'];
  declare shown: boolean;
  declare private most: number;
  constructor() {
    super();
    this.nodes = [];
    this.open = false;
    this.inside = 'router';
    this.shown = false;
    this.most = AT_ONCE;
  }
  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('nodes')) this.most = AT_ONCE;
  }
  protected override render(): TemplateResult | typeof nothing {
    if (!this.shown) return nothing;
    const rest = this.nodes.length - this.most;
    return html`<ul class="tree">${this.nodes.slice(0, this.most).map((node) => nodeOf(node, this.open, this.inside === 'mount'))}</ul>
      ${
        rest > 0
          ? html`<button @click=${() => {
              this.most += AT_ONCE;
            }}>Show ${Math.min(rest, AT_ONCE)} of ${rest.toLocaleString()} more</button>`
          : nothing
      }`;
  }
}

customElements.define('tree-branch', TreeBranch);
customElements.define('routes-page', RoutesPage);
