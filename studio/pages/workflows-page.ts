import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { post, Problem } from '../lib/api.js';
import type { EndpointRow } from '../lib/api-types.js';
import { count, moment } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, problemBox, Resource } from '../lib/resource.js';
import { go, hrefOf } from '../lib/route.js';

interface Listed {
  readonly name: string;
  readonly file: string;
  readonly description?: string;
  readonly steps?: number;
  readonly error?: string;
  readonly problems?: readonly { readonly severity: string; readonly message: string }[];
}

/** All workflows, and runs that are going on. */
class WorkflowsPage extends Page {
  static override properties: PropertyDeclarations = { ...Page.properties, problem: { state: true } };
  declare private problem: Problem | undefined;
  #document = new Resource<{
    workflows: Listed[];
    running: { id: string; name: string; startedAt: string; ended?: { verdict: string } }[];
  }>(this, () => '/api/workflows', ['workflows', 'run']);
  #endpoints = new Resource<{ endpoints: EndpointRow[] }>(this, () => '/api/endpoints', ['model']);

  async #run(name: string): Promise<void> {
    this.problem = undefined;
    try {
      const { id } = await post<{ id: string }>('/api/workflows/run', { name });
      go('workflow', { name, run: id });
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  #scaffold(event: SubmitEvent): void {
    event.preventDefault();
    const endpoint = String(new FormData(event.target as HTMLFormElement).get('endpoint')).trim();
    if (endpoint !== '') go('workflow', { scaffold: endpoint });
  }

  protected override render(): TemplateResult {
    const choices = (this.#endpoints.data?.endpoints ?? []).slice(0, 300);
    return html`<h1>Workflows</h1>${this.problem ? problemBox(this.problem) : nothing}
      <form class="filters" @submit=${(event: SubmitEvent) => this.#scaffold(event)}><label class="wide">A new workflow that leads to<input type="text" name="endpoint" list="scaffold-endpoints" placeholder="POST /orders" autocomplete="off" spellcheck="false"></label><datalist id="scaffold-endpoints">${choices.map(({ id }) => html`<option value=${id}></option>`)}</datalist><button>Scaffold</button><a href=${hrefOf('workflow', { new: '1' })}>Empty workflow</a></form>
      ${this.#document.render(
        ({ workflows, running }) => html`
        ${running.some(({ ended }) => ended === undefined) ? html`<h2>Running</h2><ul>${running.filter(({ ended }) => ended === undefined).map(({ id, name, startedAt }) => html`<li><a href=${hrefOf('workflow', { name, run: id })}>${name}</a> since ${moment(startedAt)}</li>`)}</ul>` : nothing}
        ${
          workflows.length === 0
            ? emptyBox(
                'There is no workflow yet.',
                'Name an endpoint above: the steps that lead to it are derived from the model. Or write a file into .tool/workflows.',
              )
            : html`
          <table><caption>${count(workflows.length, 'workflow')}</caption><thead><tr><th scope="col">Name</th><th scope="col">Steps</th><th scope="col">File</th><th scope="col">Actions</th></tr></thead><tbody>${workflows.map(
            (each) =>
              html`<tr><th scope="row"><a href=${hrefOf('workflow', { name: each.file })}>${each.name}</a>${each.description ? html`<p class="muted small">${each.description}</p>` : nothing}${each.problems?.map(({ severity, message }) => html`<p class="small"><span class="verdict v-${severity}">${severity}</span> ${message}</p>`)}</th><td>${each.steps ?? ''}</td><td><code>${each.file}</code></td><td>${
                each.error === undefined
                  ? html`<button aria-label=${`Run ${each.name}`} @click=${() => {
                      void this.#run(each.file);
                    }}>Run</button>`
                  : html`<span class="bad">${each.error}</span>`
              }</td></tr>`,
          )}</tbody></table>`
        }`,
      )}`;
  }
}

customElements.define('workflows-page', WorkflowsPage);
