import { html, nothing, type TemplateResult } from 'lit';
import type { Run } from '../lib/api-types.js';
import { moment } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { problemBox, Resource } from '../lib/resource.js';
import { hrefOf } from '../lib/route.js';
import { checkList } from '../parts/run-checks.js';

/** A run of a thousand checks is shown to here; its record has all of them. */
const MOST = 100;

/** One run: what it found, and every request. */
class RunPage extends Page {
  #document = new Resource<Run>(this, () => `/api/runs/one?id=${encodeURIComponent(this.query.get('id') ?? 'last')}`, []);

  protected override render(): TemplateResult {
    return html`<h1>Run</h1><p><a href=${hrefOf('runs')}>All runs</a></p>${this.#document.render(
      (run) => html`
      <p><span class="verdict v-${run.verdict}">${run.verdict}</span> ${moment(run.startedAt)}, ${Math.round(run.durationMs)} ms, ${run.environment.name} <code>${run.environment.baseUrl}</code>, seed ${run.seed}</p>
      ${run.latency ? html`<table><caption>Latency in milliseconds</caption><thead><tr>${Object.keys(run.latency).map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody><tr>${Object.values(run.latency).map((value) => html`<td>${value}</td>`)}</tr></tbody></table>` : nothing}
      ${run.failures.map((failure) => problemBox(failure))}
      ${run.groups.map(
        (
          group,
        ) => html`<h2>${group.name}${group.iteration ? ` (${group.iteration})` : ''} <span class="verdict v-${group.verdict}">${group.verdict}</span></h2>
        ${checkList(group.checks.slice(0, MOST), Math.max(1, ...group.checks.map(({ durationMs }) => durationMs)))}${group.checks.length > MOST ? html`<p class="muted">and ${group.checks.length - MOST} more, in .tool/runs/${run.runId}/run.json</p>` : nothing}`,
      )}`,
    )}`;
  }
}

/** Two runs beside each other. */
class ComparePage extends Page {
  #a = new Resource<Run>(this, () => `/api/runs/one?id=${encodeURIComponent(this.query.get('a') ?? '')}`, []);
  #b = new Resource<Run>(this, () => `/api/runs/one?id=${encodeURIComponent(this.query.get('b') ?? '')}`, []);

  protected override render(): TemplateResult {
    return html`<h1>Two runs</h1><p><a href=${hrefOf('runs')}>All runs</a></p>${this.#a.render((one) =>
      this.#b.render((other) => {
        const [a, b] = one.startedAt <= other.startedAt ? [one, other] : [other, one];
        const of = (run: Run) =>
          new Map(run.groups.flatMap(({ name, checks }) => checks.map((check) => [`${name}: ${check.name}`, check] as const)));
        const [before, after] = [of(a), of(b)];
        const change = (from: number | undefined, to: number | undefined): string =>
          from === undefined || to === undefined || from === 0
            ? ''
            : `${to >= from ? '+' : '−'}${Math.abs(Math.round(((to - from) / from) * 100))} %`;
        return html`<table><caption>Latency in milliseconds, the older run first</caption><thead><tr><th scope="col">Of all requests</th><th scope="col">${moment(a.startedAt)}</th><th scope="col">${moment(b.startedAt)}</th><th scope="col">Change</th></tr></thead><tbody>
          ${(['p50', 'p95', 'p99', 'max'] as const).map((name) => html`<tr><th scope="row">${name}</th><td>${a.latency?.[name] ?? ''}</td><td>${b.latency?.[name] ?? ''}</td><td>${change(a.latency?.[name], b.latency?.[name])}</td></tr>`)}</tbody></table>
        <table><thead><tr><th scope="col">Check</th><th scope="col">Before</th><th scope="col">After</th><th scope="col">Duration</th></tr></thead><tbody>${[
          ...new Set([...before.keys(), ...after.keys()]),
        ]
          .slice(0, 300)
          .map((name) => {
            const [x, y] = [before.get(name), after.get(name)];
            return html`<tr><th scope="row">${name}</th><td>${x ? html`<span class="verdict v-${x.verdict}">${x.verdict}</span>` : 'absent'}</td><td>${y ? html`<span class="verdict v-${y.verdict}">${y.verdict}</span>` : 'absent'}</td><td>${x ? Math.round(x.durationMs) : '–'} → ${y ? Math.round(y.durationMs) : '–'} ms ${change(x?.durationMs, y?.durationMs)}</td></tr>`;
          })}</tbody></table>`;
      }),
    )}`;
  }
}

customElements.define('run-page', RunPage);
customElements.define('compare-page', ComparePage);
