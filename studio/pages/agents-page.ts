import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { post, Problem } from '../lib/api.js';
import type { AgentReport } from '../lib/api-types.js';
import { endpointLink } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { problemBox, Resource } from '../lib/resource.js';
import { hrefOf } from '../lib/route.js';

/** Deterministic reviews of the model. */
class AgentsPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    report: { state: true },
    problem: { state: true },
    busy: { state: true },
  };
  declare private report: AgentReport | undefined;
  declare private problem: Problem | undefined;
  declare private busy: string;
  #document = new Resource<{ agents: { name: string; description: string; takesSnapshot: boolean }[] }>(this, () => '/api/agents', []);

  constructor() {
    super();
    this.busy = '';
  }

  async #run(agent: string): Promise<void> {
    this.busy = agent;
    this.problem = undefined;
    this.report = undefined;
    try {
      this.report = await post<AgentReport>('/api/agents/run', { agent });
    } catch (error) {
      this.problem = error as Problem;
    }
    this.busy = '';
  }

  protected override render(): TemplateResult {
    return html`<h1>Agents</h1><p class="muted">They look at the model by fixed rules: no language model, no network. Reports are kept under .tool/runs.</p>
      ${this.problem ? problemBox(this.problem) : nothing}
      ${this.#document.render(
        ({ agents }) =>
          html`<ul class="cards">${agents.map(
            ({ name, description, takesSnapshot }) =>
              html`<li><strong>${name}</strong> <button ?disabled=${this.busy !== ''} aria-label=${`Run ${name}`} @click=${() => {
                void this.#run(name);
              }}>${this.busy === name ? 'Running…' : 'Run'}</button><p>${description}</p>${takesSnapshot ? html`<p class="muted">Each run compares with the one before.</p>` : nothing}</li>`,
          )}</ul>`,
      )}
      ${
        this.report
          ? html`<section aria-labelledby="report" role="status"><h2 id="report">${this.report.agent}</h2><p>${this.report.summary}</p><ul class="cards">${this.report.findings
              .slice(0, 200)
              .map(
                (
                  finding,
                ) => html`<li><span class="verdict v-${finding.severity}">${finding.severity}</span> <span class="note">${finding.kind}</span> ${finding.message}
        <p>${finding.endpoint ? endpointLink(finding.endpoint) : nothing} ${finding.workflow ? html`<a href=${hrefOf('workflow', { name: finding.workflow })}>${finding.workflow}</a>` : nothing} ${finding.file ? html`<code>${finding.file}</code>` : nothing}</p>
        ${finding.evidence === undefined ? nothing : html`<details><summary>Evidence</summary><pre tabindex="0" aria-label="Evidence">${JSON.stringify(finding.evidence, null, 2)}</pre></details>`}</li>`,
              )}</ul></section>`
          : nothing
      }`;
  }
}

customElements.define('agents-page', AgentsPage);
