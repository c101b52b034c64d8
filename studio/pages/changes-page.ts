import { html, type TemplateResult } from 'lit';
import type { Change } from '../lib/api-types.js';
import { count, moment } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, Resource } from '../lib/resource.js';
import '../parts/virtual-list.js';

/** Source files that changed while they were watched. */
class ChangesPage extends Page {
  #document = new Resource<{ watchedSince: string | null; changes: Change[] }>(this, () => '/api/changes', ['changes']);

  protected override render(): TemplateResult {
    return html`<h1>Changes</h1>${this.#document.render(
      ({ watchedSince, changes }) => html`
      <p class="muted" role="status">${count(changes.length, 'file')} changed; watched since ${watchedSince === null ? 'now' : moment(watchedSince)}.</p>
      ${
        changes.length === 0
          ? emptyBox('No file has changed.', 'Save a source file: it appears here, and the model follows.')
          : html`<virtual-list class="plain" label="Changed files" .items=${changes} .height=${32} .row=${rowOf} tabindex="0"></virtual-list>`
      }`,
    )}`;
  }
}

const rowOf = (change: Change): TemplateResult =>
  html`<span class="change"><span class="event e-${change.eventType}">${change.eventType}</span><code>${change.filePath}</code><span class="muted">${moment(change.changedAt)}</span></span>`;

customElements.define('changes-page', ChangesPage);
