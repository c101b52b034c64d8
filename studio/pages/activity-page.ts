import { html, nothing, type TemplateResult } from 'lit';
import type { ActivityRecord } from '../lib/api-types.js';
import { count, endpointLink, moment } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, problemBox, Resource } from '../lib/resource.js';
import '../parts/virtual-list.js';

/** What scans added, removed and changed. */
class ActivityPage extends Page {
  #document = new Resource<{ total: number; damaged: number; records: ActivityRecord[] }>(this, () => '/api/activity?last=5000', [
    'activity',
  ]);

  protected override render(): TemplateResult {
    return html`<h1>Activity</h1>${this.#document.render(
      ({ total, damaged, records }) => html`
      ${damaged > 0 ? problemBox({ message: `${count(damaged, 'line')} of the activity stream cannot be read.`, help: 'They are skipped, and stay in .tool/activity/activity.ndjson.' }) : nothing}
      <p class="muted" role="status">${records.length < total ? `The last ${count(records.length, 'change')} of ${total.toLocaleString()}.` : `${count(total, 'change')}.`}</p>
      ${
        records.length === 0
          ? emptyBox('Nothing has changed yet.', 'Every scan writes here which endpoints it added, removed or changed.')
          : html`<virtual-list class="plain" label="Activity" keys .items=${records} .height=${32} .row=${rowOf}></virtual-list>`
      }`,
    )}`;
  }
}

const rowOf = (record: ActivityRecord): TemplateResult => {
  const fields = record.detail?.['fields'];
  const from = record.detail?.['renamedFrom'];
  const kind = record.kind.replace('endpoint_', '');
  return html`<span class="change"><span class="event e-${kind}">${kind}</span>${endpointLink(record.endpoint)}${typeof from === 'string' ? html`<span>from <code>${from}</code></span>` : ''}<span>${Array.isArray(fields) ? fields.join(', ') : ''}</span><span class="muted when">${moment(record.ts)}</span></span>`;
};

customElements.define('activity-page', ActivityPage);
