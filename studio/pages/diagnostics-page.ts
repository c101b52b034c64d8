import { html, nothing, type TemplateResult } from 'lit';
import type { Trouble, Unresolved } from '../lib/api-types.js';
import { Page } from '../lib/page.js';
import { emptyBox, problemBox, Resource } from '../lib/resource.js';

interface Diagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly help?: string;
  readonly loss: string;
  readonly place: { readonly file?: string; readonly line?: number };
}

/** What the scan could not resolve, and what it noticed. */
class DiagnosticsPage extends Page {
  #document = new Resource<{ scanning: boolean; failure?: Trouble; diagnostics: Diagnostic[]; unresolved: Unresolved[] }>(
    this,
    () => '/api/diagnostics',
    ['model', 'scan'],
  );

  protected override render(): TemplateResult {
    return html`<h1>Diagnostics</h1>${this.#document.render(
      ({ scanning, failure, diagnostics, unresolved }) => html`
      ${failure ? problemBox(failure) : nothing}
      <h2>Not resolved</h2>
      ${unresolved.length === 0 ? html`<p class="muted">Everything that the source registers is in the model.</p>` : html`<ul class="cards">${unresolved.slice(0, 300).map((entry) => html`<li><strong>${[entry.what, entry.method, entry.path].filter(Boolean).join(' ')}</strong> ${entry.source ? html`<code>${entry.source.file}:${entry.source.line}</code>` : nothing} <span class="note">${entry.loss}</span><p>${entry.reason}</p>${entry.help ? html`<p class="muted">${entry.help}</p>` : nothing}</li>`)}</ul>`}
      <h2>From the last scan</h2>
      ${diagnostics.length === 0 ? emptyBox(scanning ? 'Scanning…' : 'Nothing to say.', scanning ? 'They appear when the scan has ended.' : 'The last scan of this server had no remarks.') : html`<ul class="cards">${diagnostics.slice(0, 300).map((entry) => html`<li><strong>${entry.severity}</strong> <code>${entry.code}</code> ${entry.place.file ? html`<code>${entry.place.file}:${entry.place.line}</code>` : nothing}<p>${entry.message}</p>${entry.help ? html`<p class="muted">${entry.help}</p>` : nothing}</li>`)}</ul>`}`,
    )}`;
  }
}

customElements.define('diagnostics-page', DiagnosticsPage);
