import { html, nothing, type TemplateResult } from 'lit';
import type { DiffDocument } from '../lib/api-types.js';
import { endpointLink } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, problemBox, Resource } from '../lib/resource.js';
import { go } from '../lib/route.js';

/** The model against the one of a commit. */
class DiffPage extends Page {
  #document = new Resource<DiffDocument>(this, () => `/api/diff?ref=${encodeURIComponent(this.#ref())}`, ['model']);

  #ref(): string {
    return this.query.get('ref') ?? 'HEAD';
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    go('diff', { ref: String(new FormData(event.target as HTMLFormElement).get('ref')).trim() || 'HEAD' });
  }

  protected override render(): TemplateResult {
    return html`<h1>Model diff</h1>
      <form class="filters" @submit=${(event: SubmitEvent) => this.#submit(event)}><label>Compare with<input type="text" name="ref" .value=${this.#ref()} autocomplete="off" spellcheck="false"></label><button>Compare</button></form>
      ${this.#document.render(
        (diff) => html`
        ${diff.hasModel ? nothing : problemBox({ message: `${diff.ref} has no .tool/model.json.`, help: 'Commit it: the model is made to be reviewed. Until then everything counts as added.' })}
        <p class="muted" role="status">Against ${diff.ref} (<code>${diff.commit.slice(0, 10)}</code>): ${diff.added.length} added, ${diff.removed.length} removed, ${diff.changed.length} changed.</p>
        ${diff.added.length + diff.removed.length + diff.changed.length === 0 ? emptyBox('The model is the same.', 'Lines that only moved do not count.') : nothing}
        ${this.#list('Removed', diff.removed, false)}${this.#list('Added', diff.added, true)}
        ${
          diff.changed.length === 0
            ? nothing
            : html`<h2>Changed</h2>${diff.changed.map(
                ({
                  endpoint,
                  fields,
                }) => html`<details><summary>${endpoint} <span class="muted">${fields.map(({ field }) => field).join(', ')}</span></summary>
          <p>${endpointLink(endpoint)}</p>${fields.map(({ field, before, after }) => html`<h3>${field}</h3><div class="beside"><div><h4>Before</h4><pre tabindex="0" aria-label=${`${field} before`}>${show(before)}</pre></div><div><h4>Now</h4><pre tabindex="0" aria-label=${`${field} now`}>${show(after)}</pre></div></div>`)}</details>`,
              )}`
        }`,
      )}`;
  }

  #list(title: string, endpoints: readonly string[], linked: boolean): TemplateResult | typeof nothing {
    return endpoints.length === 0
      ? nothing
      : html`<h2>${title}</h2><ul>${endpoints.slice(0, 300).map((endpoint) => html`<li>${linked ? endpointLink(endpoint) : html`<code>${endpoint}</code>`}</li>`)}</ul>${endpoints.length > 300 ? html`<p class="muted">and ${endpoints.length - 300} more</p>` : nothing}`;
  }
}

const show = (value: unknown): string => (value === undefined ? '—' : JSON.stringify(value, null, 2));

customElements.define('diff-page', DiffPage);
