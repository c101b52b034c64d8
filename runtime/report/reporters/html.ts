import type { Exchange, Run, RunCheck, RunGroup } from '../../../schemas/index.js';
import type { Reporter } from '../reporter.js';

const STYLE = `:root{color-scheme:light dark;--line:#8884;--ok:#1a7f37;--bad:#cf222e;--mute:#6e7781}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse;width:100%}
td,th{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
.passed{color:var(--ok)}.failed,.unreachable{color:var(--bad)}.skipped,.interrupted,small{color:var(--mute)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0;font:13px/1.4 ui-monospace,monospace}dl{display:grid;grid-template-columns:max-content auto;gap:.2rem 1rem}dd{margin:0}`;

/** One page without scripts or anything from elsewhere: it can be opened from a build's artefacts. */
export const html: Reporter = {
  name: 'html',
  description: 'one page to look at, without scripts',
  extension: 'html',
  render: (run) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(`${run.verdict}: tool simulate ${run.kind}`)}</title><style>${STYLE}</style></head><body>
<h1><span class="${run.verdict}">${run.verdict}</span> · tool simulate ${run.kind}</h1>
<dl>${facts(run)
    .map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`)
    .join('')}</dl>
${run.failures.map(({ message }) => `<p class="failed">${text(message)}</p>`).join('\n')}
${run.groups.map(section).join('\n')}
</body></html>
`,
};

function facts(run: Run): (readonly [string, string])[] {
  const { passed, failed, skipped, warned, requests } = run.counts;
  return [
    ['checks', `${passed} passed, ${failed} failed, ${skipped} skipped${warned > 0 ? `, ${warned} with warnings` : ''}`],
    ['requests', `${requests} to ${run.environment.name} (${run.environment.baseUrl})`],
    ...(run.latency === undefined
      ? []
      : [
          [
            'latency',
            `p50 ${run.latency.p50} ms · p95 ${run.latency.p95} ms · p99 ${run.latency.p99} ms · max ${run.latency.max} ms`,
          ] as const,
        ]),
    ['time', `${run.startedAt}, ${(run.durationMs / 1000).toFixed(2)} s`],
    ['seed', String(run.seed)],
    ['run', run.runId],
  ];
}

function section(group: RunGroup): string {
  const head = `${group.name}${group.iteration === undefined ? '' : ` (round ${group.iteration})`}`;
  return `<section><h2><span class="${group.verdict}">${mark(group.verdict)}</span> ${text(head)} <small>${text(group.file ?? '')}</small></h2>
<table><thead><tr><th></th><th>name</th><th>status</th><th>ms</th><th>details</th></tr></thead><tbody>${group.checks.map(row).join('\n')}</tbody></table></section>`;
}

function row(check: RunCheck): string {
  const last = check.exchanges.at(-1);
  const messages = [
    ...check.failures.map(
      ({ message, help }) => `<p class="failed">${text(message)}${help === undefined ? '' : `<br><small>${text(help)}</small>`}</p>`,
    ),
    ...check.warnings.map((warning) => `<p>warning: ${text(warning)}</p>`),
    ...(check.reason === undefined ? [] : [`<p class="skipped">${text(check.reason)}</p>`]),
  ];
  const details =
    check.exchanges.length === 0
      ? ''
      : `<details${check.verdict === 'failed' ? ' open' : ''}><summary>${check.exchanges.length === 1 ? 'request and answer' : `${check.exchanges.length} requests`}</summary>${check.exchanges.map(exchange).join('')}</details>`;
  return `<tr><td class="${check.verdict}">${mark(check.verdict)}</td><td>${text(check.name)}${check.endpoint === undefined || check.endpoint === check.name ? '' : `<br><small>${text(check.endpoint)}</small>`}</td><td>${last?.response?.status ?? ''}</td><td>${last === undefined ? '' : last.latencyMs.toFixed(1)}</td><td>${messages.join('')}${details}</td></tr>`;
}

function exchange({ request, response, error, curl }: Exchange): string {
  const headers = (given: Readonly<Record<string, string | readonly string[]>>): string[] =>
    Object.entries(given).map(([name, value]) => `${name}: ${typeof value === 'string' ? value : value.join(', ')}`);
  const sent = [
    `${request.method} ${request.url}`,
    ...headers(request.headers),
    ...(request.body === undefined ? [] : ['', body(request.body)]),
  ].join('\n');
  const answered =
    response === undefined
      ? (error ?? '')
      : [String(response.status), ...headers(response.headers), ...(response.body === undefined ? [] : ['', body(response.body)])].join(
          '\n',
        );
  return `<pre>${text(sent)}</pre><pre>${text(answered)}</pre>${curl === undefined ? '' : `<pre>${text(curl)}</pre>`}`;
}

const body = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
const mark = (verdict: string): string => (verdict === 'passed' ? '✔' : verdict === 'skipped' ? '–' : '✖');

/** What servers answer is never markup here. */
const text = (given: string): string =>
  given.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
