import { html, nothing, type TemplateResult } from 'lit';
import type { Environment, SecurityScheme } from '../lib/api-types.js';
import { endpointLink } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, Resource } from '../lib/resource.js';

/** Where the API can be called, and how it asks for credentials. */
class EnvironmentsPage extends Page {
  #document = new Resource<{ environments: (Environment & { local: boolean })[]; securitySchemes: Record<string, SecurityScheme> }>(
    this,
    () => '/api/environments',
    ['model'],
  );

  protected override render(): TemplateResult {
    return html`<h1>Environments</h1>${this.#document.render(
      ({ environments, securitySchemes }) => html`
      ${
        environments.length === 0
          ? emptyBox(
              'The model names no environment.',
              html`Add one to <code>tool.config.json</code>, for example <code>"environments": [{"name": "local", "baseUrl": "http://127.0.0.1:3000"}]</code>, and scan again.`,
            )
          : html`
        <table><caption>Calls go to these and to no other address.</caption><thead><tr><th scope="col">Name</th><th scope="col">Address</th><th scope="col">Writes</th></tr></thead><tbody>
        ${environments.map(({ name, baseUrl, local, allowWrites }) => html`<tr><th scope="row">${name}</th><td><code>${baseUrl}</code></td><td>${local ? 'allowed: it is this machine' : allowWrites ? 'allowed by the configuration' : 'not allowed; set "allowWrites": true'}</td></tr>`)}</tbody></table>`
      }
      <h2>Security schemes</h2>
      ${
        Object.keys(securitySchemes).length === 0
          ? html`<p class="muted">No guard with a known scheme was found.</p>`
          : html`<table><thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">Credential from</th></tr></thead><tbody>
        ${Object.entries(securitySchemes).map(([name, scheme]) => html`<tr><th scope="row">${name}</th><td>${[scheme.type, scheme.scheme, scheme.in, scheme.name].filter(Boolean).join(' ')}</td><td>${scheme.obtainedFrom ? html`${endpointLink(scheme.obtainedFrom.endpoint)} <code>${scheme.obtainedFrom.field}</code>` : nothing}</td></tr>`)}</tbody></table>`
      }`,
    )}`;
  }
}

customElements.define('environments-page', EnvironmentsPage);
