import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { post, Problem, send } from '../lib/api.js';
import { count, moment } from '../lib/format.js';
import { Page } from '../lib/page.js';
import { emptyBox, problemBox, Resource } from '../lib/resource.js';

interface Entry {
  readonly address: string;
  readonly scope: string;
  readonly key: string;
  readonly length: number;
  readonly expiresAt?: string;
}

/** What runs remember. One value at a time can be seen. */
class MemoryPage extends Page {
  static override properties: PropertyDeclarations = {
    ...Page.properties,
    revealed: { state: true },
    problem: { state: true },
    confirming: { state: true },
  };
  /** One at a time: asking for another value hides this one. */
  declare private revealed: { readonly address: string; readonly value: string } | undefined;
  declare private problem: Problem | undefined;
  declare private confirming: boolean;
  #document = new Resource<{ entries: Entry[] }>(this, () => '/api/memory', ['memory']);

  constructor() {
    super();
    this.confirming = false;
  }

  async #do(action: () => Promise<unknown>): Promise<void> {
    this.problem = undefined;
    try {
      await action();
      await this.#document.load();
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  async #reveal(address: string): Promise<void> {
    if (this.revealed?.address === address) {
      this.revealed = undefined;
      return;
    }
    await this.#do(async () => {
      this.revealed = await post('/api/memory/reveal', { address });
    });
  }

  #add(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const data = new FormData(form);
    void this.#do(async () => {
      await send('PUT', '/api/memory/entry', { address: String(data.get('address')).trim(), value: String(data.get('value')) });
      form.reset();
      this.revealed = undefined;
    });
  }

  protected override render(): TemplateResult {
    return html`<h1>Memory</h1><p class="muted">What workflows captured, and what you set for them. Values stay hidden until you ask for one.</p>
      ${this.problem ? problemBox(this.problem) : nothing}
      <form class="filters" @submit=${(event: SubmitEvent) => this.#add(event)}><label>Address<input type="text" name="address" placeholder="global:apiKey" required autocomplete="off" spellcheck="false"></label><label>Value<input type="password" name="value" autocomplete="off"></label><button>Set</button></form>
      ${this.#document.render(({ entries }) =>
        entries.length === 0
          ? emptyBox('Nothing is remembered.', 'A step of a workflow remembers what its "capture" names; here you can set values yourself.')
          : html`
        <p class="muted" role="status">${count(entries.length, 'value')}. ${
          this.confirming
            ? html`Forget everything? <button @click=${() => {
                this.confirming = false;
                this.revealed = undefined;
                void this.#do(() => send('DELETE', '/api/memory'));
              }}>Yes, forget all</button> <button @click=${() => {
                this.confirming = false;
              }}>No</button>`
            : html`<button @click=${() => {
                this.confirming = true;
              }}>Forget all…</button>`
        }</p>
        <table><thead><tr><th scope="col">Address</th><th scope="col">Value</th><th scope="col">Expires</th><th scope="col">Actions</th></tr></thead><tbody>${entries.map(
          ({ address, length, expiresAt }) => html`<tr><th scope="row"><code>${address}</code></th>
          <td>${this.revealed?.address === address ? html`<code class="revealed">${this.revealed.value}</code>` : html`<span class="muted">${count(length, 'character')}, hidden</span>`}</td><td>${expiresAt ? moment(expiresAt) : ''}</td>
          <td><button aria-label=${`${this.revealed?.address === address ? 'Hide' : 'Show'} ${address}`} @click=${() => {
            void this.#reveal(address);
          }}>${this.revealed?.address === address ? 'Hide' : 'Show'}</button> <button aria-label=${`Forget ${address}`} @click=${() => {
            void this.#do(() => send('DELETE', '/api/memory/entry', { address }));
          }}>Forget</button></td></tr>`,
        )}</tbody></table>`,
      )}`;
  }
}

customElements.define('memory-page', MemoryPage);
