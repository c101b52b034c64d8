import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { RunSummary } from '../lib/api-types.js';
import { count, moment } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, problemBox, Resource } from '../lib/resource.js';
import { go, hrefOf } from '../lib/route.js';

/** Records of runs, from here and from the command line. */
class RunsPage extends Page {
  static override properties: PropertyDeclarations = { ...Page.properties, chosen: { state: true } };
  declare private chosen: readonly string[];
  #document = new Resource<{ total: number; damaged: string[]; runs: RunSummary[] }>(this, () => '/api/runs', ['runs']);

  constructor() {
    super();
    this.chosen = [];
  }

  #choose(id: string, on: boolean): void {
    this.chosen = on ? [...this.chosen, id].slice(-2) : this.chosen.filter((each) => each !== id);
  }

  protected override render(): TemplateResult {
    return html`<h1>Runs</h1>${this.#document.render(
      ({ total, damaged, runs }) => html`
      ${damaged.length > 0 ? problemBox({ message: `${count(damaged.length, 'record')} cannot be read: ${damaged.slice(0, 3).join(', ')}`, help: 'Delete their folders under .tool/runs; no other run needs them.' }) : nothing}
      ${
        runs.length === 0
          ? emptyBox(
              'Nothing has run yet.',
              html`Try an <a href=${hrefOf('endpoints')}>endpoint</a>, run a <a href=${hrefOf('workflows')}>workflow</a>, or <code>tool simulate</code> in a terminal.`,
            )
          : html`
        <p class="muted" role="status">${count(total, 'run')}${runs.length < total ? `, the newest ${runs.length} shown` : ''}. Choose two to compare them. <button ?disabled=${this.chosen.length !== 2} @click=${() => go('compare', { a: this.chosen[0], b: this.chosen[1] })}>Compare</button></p>
        <table><thead><tr><th scope="col">Compare</th><th scope="col">Started</th><th scope="col">What</th><th scope="col">Result</th><th scope="col">Where</th><th scope="col">Checks</th><th scope="col">Median</th><th scope="col">95 %</th></tr></thead><tbody>
        ${runs.map(
          (
            run,
          ) => html`<tr><td><input type="checkbox" aria-label=${`Compare ${run.runId}`} .checked=${this.chosen.includes(run.runId)} @change=${(event: Event) => this.#choose(run.runId, (event.target as HTMLInputElement).checked)}></td>
          <th scope="row"><a href=${hrefOf('run', { id: run.runId })}>${moment(run.startedAt)}</a></th><td>${run.names.join(', ')}${run.groups > run.names.length ? ` and ${run.groups - run.names.length} more` : ''}</td><td><span class="verdict v-${run.verdict}">${run.verdict}</span></td><td>${run.environment.name}</td>
          <td>${run.counts.passed} passed${run.counts.failed > 0 ? `, ${run.counts.failed} failed` : ''}${run.counts.skipped > 0 ? `, ${run.counts.skipped} skipped` : ''}</td><td>${run.latency ? `${run.latency.p50} ms` : ''}</td><td>${run.latency ? `${run.latency.p95} ms` : ''}</td></tr>`,
        )}</tbody></table>`
      }`,
    )}`;
  }
}

customElements.define('runs-page', RunsPage);
