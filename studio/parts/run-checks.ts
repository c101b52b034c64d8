import { html, nothing, type TemplateResult } from 'lit';
import type { RunCheck } from '../lib/api-types.js';
import { endpointLink } from '../lib/format.js';

/** Longer texts are shown to their beginning; the record has the rest. */
const LONGEST = 4_000;

/** The steps of a run, in order: what was sent, what came back, what was asked of it. */
export const checkList = (checks: readonly RunCheck[], longest: number): TemplateResult =>
  html`<ol class="timeline">${checks.map(
    (check) => html`<li>
  <details ?open=${check.verdict === 'failed'}><summary><span class="verdict v-${check.verdict}">${check.verdict}</span> ${check.name}${check.cleanup ? ' (clean-up)' : ''} <span class="muted">${check.verdict === 'skipped' ? (check.reason ?? '') : `${Math.round(check.durationMs)} ms`}</span><progress aria-label=${`Duration of ${check.name}`} max=${longest} value=${check.durationMs}></progress></summary>
    ${check.endpoint ? html`<p>${endpointLink(check.endpoint)}</p>` : nothing}
    ${check.failures.map((failure) => html`<div class="box error"><strong>${failure.message}</strong>${failure.help ? html`<p>${failure.help}</p>` : nothing}${failure.expected === undefined ? nothing : html`<p>Expected <code>${short(failure.expected)}</code>, received <code>${short(failure.received)}</code></p>`}</div>`)}
    ${check.warnings.map((warning) => html`<p class="box">${warning}</p>`)}
    ${check.exchanges.map(
      (
        exchange,
      ) => html`<div class="beside"><div><h3>Request</h3><pre tabindex="0" aria-label="Request">${`${exchange.request.method} ${exchange.request.url}\n${headers(exchange.request.headers)}${body(exchange.request.body)}`}</pre></div>
      <div><h3>Response, ${Math.round(exchange.latencyMs)} ms</h3><pre tabindex="0" aria-label="Response">${exchange.response ? `${exchange.response.status}\n${headers(exchange.response.headers)}${body(exchange.response.body)}` : (exchange.error ?? 'no answer')}</pre></div></div>
      ${exchange.curl ? html`<details><summary>As curl</summary><pre tabindex="0" aria-label="curl command">${exchange.curl}</pre></details>` : nothing}`,
    )}
  </details></li>`,
  )}</ol>`;

const headers = (all: Readonly<Record<string, string | readonly string[]>>): string =>
  Object.entries(all)
    .map(([name, value]) => `${name}: ${String(value)}\n`)
    .join('');

const body = (value: unknown): string => (value === undefined ? '' : `\n${short(value)}`);

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}
