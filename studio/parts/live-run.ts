import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { post, Problem } from '../lib/api.js';
import type { LiveRun, Workflow } from '../lib/api-types.js';
import { problemBox, Resource } from '../lib/resource.js';
import { hrefOf } from '../lib/route.js';
import { checkList } from './run-checks.js';

/** A run that was started here, as it goes on: steps, what they capture, questions to the person. */
class LiveRunView extends LitElement {
  static override properties: PropertyDeclarations = {
    runId: { attribute: false },
    workflow: { attribute: false },
    problem: { state: true },
  };
  declare runId: string;
  declare workflow: Workflow | undefined;
  declare private problem: Problem | undefined;
  #document = new Resource<LiveRun>(this, () => `/api/workflows/running?id=${encodeURIComponent(this.runId)}`, ['run']);
  #asked = '';

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  async #do(path: string, body: object): Promise<void> {
    this.problem = undefined;
    try {
      await post(path, body);
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  #answer(event: SubmitEvent, key: string): void {
    event.preventDefault();
    void this.#do('/api/workflows/answer', {
      id: this.runId,
      key,
      value: String(new FormData(event.target as HTMLFormElement).get('answer')),
    });
  }

  /** A question is a reason to take the focus, once. */
  protected override updated(_changed: PropertyValues): void {
    const key = this.#document.data?.asking?.key ?? '';
    if (key !== '' && key !== this.#asked) this.querySelector<HTMLInputElement>('input[name=answer]')?.focus();
    this.#asked = key;
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="live"><h2 id="live">Run</h2>${this.problem ? problemBox(this.problem) : nothing}${this.#document.render(
      (run) => {
        const done = new Set(run.checks.map(({ name }) => name));
        const captured = (this.workflow?.steps ?? [])
          .filter(({ name }) => done.has(name))
          .flatMap((step) => [...Object.keys(step.capture ?? {}), ...Object.keys(step.captureInput ?? {})]);
        return html`<p role="status">${
          run.ended
            ? html`<span class="verdict v-${run.ended.verdict}">${run.ended.verdict}</span> ${run.ended.runId ? html`<a href=${hrefOf('run', { id: run.ended.runId })}>Record</a>` : nothing}`
            : html`<span class="verdict v-running">running</span> ${run.checks.length} of ${run.planned.length} steps <button @click=${() => {
                void this.#do('/api/workflows/cancel', { id: this.runId });
              }}>Cancel</button>`
        }</p>
        ${run.ended?.message ? problemBox({ message: run.ended.message, help: run.ended.help }) : nothing}
        ${run.asking && !run.ended ? html`<form class="box ask" @submit=${(event: SubmitEvent) => this.#answer(event, run.asking!.key)}><label>The run asks for “${run.asking.key}”<input name="answer" type=${run.asking.secret ? 'password' : 'text'} autocomplete="off"></label> <button class="primary">Answer</button></form>` : nothing}
        ${checkList(run.checks, Math.max(1, ...run.checks.map(({ durationMs }) => durationMs)))}
        ${run.ended ? nothing : html`<ol class="timeline" start=${run.checks.length + 1}>${run.planned.filter((name) => !done.has(name)).map((name) => html`<li class="muted">${name}</li>`)}</ol>`}
        ${captured.length > 0 ? html`<p>Captured: ${captured.map((address) => html`<code>${address}</code> `)} <a href=${hrefOf('memory')}>Memory</a></p>` : nothing}`;
      },
    )}</section>`;
  }
}

customElements.define('live-run', LiveRunView);
