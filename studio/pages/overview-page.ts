import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { post, Problem } from '../lib/api.js';
import type { ActivityRecord, Named, Overview } from '../lib/api-types.js';
import { endpointLink, moment } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, problemBox, Resource } from '../lib/resource.js';
import { hrefOf } from '../lib/route.js';

/** What the API is, what changed, and what needs attention. */
class OverviewPage extends Page {
  static override properties: PropertyDeclarations = { ...Page.properties, scanning: { state: true }, problem: { state: true } };
  declare private scanning: boolean;
  declare private problem: Problem | undefined;
  #overview = new Resource<Overview>(this, () => '/api/project', ['model', 'scan', 'workflows']);
  #activity = new Resource<{ records: ActivityRecord[] }>(this, () => '/api/activity?last=8', ['activity']);

  constructor() {
    super();
    this.scanning = false;
  }

  async #scan(): Promise<void> {
    this.scanning = true;
    this.problem = undefined;
    try {
      const { failure } = await post<{ failure?: { message: string; help?: string } }>('/api/scan');
      if (failure) this.problem = new Problem(0, failure.message, failure.help);
    } catch (error) {
      this.problem = error as Problem;
    }
    this.scanning = false;
  }

  protected override render(): TemplateResult {
    return html`<h1>Overview</h1>${this.#overview.render(
      ({ scan, model, root, toolVersion }) => html`
      ${this.problem ? problemBox(this.problem) : scan.failure ? problemBox(scan.failure) : nothing}
      ${scan.kept ? problemBox({ message: `The last scan left the model as it is. ${scan.why?.reason ?? ''}`, help: scan.why?.help }) : nothing}
      <p class="actions"><button ?disabled=${this.scanning || scan.running} @click=${() => {
        void this.#scan();
      }}>${this.scanning || scan.running ? 'Scanning…' : 'Scan now'}</button>
        <span class="muted">${scan.milliseconds === undefined ? nothing : `last scan: ${(scan.milliseconds / 1000).toFixed(2)} s`}</span></p>
      ${
        model === null
          ? emptyBox(
              'This project has no model yet.',
              scan.why ? `${scan.why.reason} ${scan.why.help}` : 'Press “Scan now”: the sources are read, nothing is executed.',
            )
          : html`
        <dl class="facts">
          <div><dt>Project</dt><dd>${model.project.name}</dd></div>
          <div><dt>Built with</dt><dd>${[model.project.framework, model.project.language].filter(Boolean).join(', ') || 'unknown'}</dd></div>
          <div><dt>Endpoints</dt><dd><a href=${hrefOf('endpoints')}>${model.endpoints.toLocaleString()}</a></dd></div>
          <div><dt>Last changed</dt><dd>${moment(model.generatedAt)}</dd></div>
        </dl>
        <ul class="tiles" aria-label="Methods">${Object.entries(model.methods).map(
          ([method, number]) =>
            html`<li><a href=${hrefOf('endpoints', { method })}>${method} <strong>${number.toLocaleString()}</strong></a></li>`,
        )}</ul>
        <div class="columns">
          ${this.#attention('Writes without a guard', model.unguarded, hrefOf('endpoints', { guard: '(none)' }), 'Every write has a guard, but those that log in or make an account.')}
          ${model.untested ? this.#attention('In no workflow', model.untested, hrefOf('workflows'), 'Every endpoint is in a workflow.') : nothing}
          <section aria-labelledby="unresolved"><h2 id="unresolved">Not resolved <span class="number">${model.unresolved.length}</span></h2>
            ${model.unresolved.length === 0 ? html`<p class="muted">Everything that the source registers is in the model.</p>` : html`<ul>${model.unresolved.slice(0, 8).map((entry) => html`<li>${entry.source ? html`<code>${entry.source.file}:${entry.source.line}</code> ` : nothing}${entry.reason}</li>`)}</ul><p><a href=${hrefOf('diagnostics')}>All, and what to do</a></p>`}</section>
          ${model.shadowed.count > 0 ? this.#attention('Never answers', model.shadowed, hrefOf('endpoints', { is: 'shadowed' }), '') : nothing}
          ${model.conditional.count > 0 ? this.#attention('Only under another configuration', model.conditional, hrefOf('endpoints', { is: 'conditional' }), '') : nothing}
          ${model.stale.count > 0 ? this.#attention('No longer in the source', model.stale, hrefOf('endpoints', { is: 'stale' }), '') : nothing}
          <section aria-labelledby="latest"><h2 id="latest">Last changes</h2>${this.#activity.render(({ records }) => (records.length === 0 ? html`<p class="muted">None since the first scan.</p>` : html`<ul>${records.map((record) => html`<li>${record.kind.replace('endpoint_', '')} ${endpointLink(record.endpoint)}</li>`)}</ul><p><a href=${hrefOf('activity')}>All activity</a></p>`))}</section>
        </div>`
      }
      <p class="muted small">${root} · version ${toolVersion}</p>`,
    )}`;
  }

  #attention(title: string, { count: number, first }: Named, href: string, none: string): TemplateResult {
    const id = title.toLowerCase().replaceAll(' ', '-');
    return html`<section aria-labelledby=${id}><h2 id=${id}>${title} <span class="number">${number.toLocaleString()}</span></h2>
      ${number === 0 ? html`<p class="muted">${none}</p>` : html`<ul>${first.map((endpoint) => html`<li>${endpointLink(endpoint)}</li>`)}</ul>${number > first.length ? html`<p><a href=${href}>${(number - first.length).toLocaleString()} more</a></p>` : nothing}`}</section>`;
  }
}

customElements.define('overview-page', OverviewPage);
