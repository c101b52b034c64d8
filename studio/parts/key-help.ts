import { html, type TemplateResult } from 'lit';
import { Modal } from './modal.js';

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Ctrl K', 'Go to a page or an endpoint'],
  ['/', 'Search'],
  ['↓ ↑ or j k', 'Move in a list'],
  ['Enter', 'Open'],
  ['Home End', 'First and last'],
  ['Esc', 'Close, or clear the search'],
  ['?', 'This help'],
];

class KeyHelp extends Modal {
  protected override render(): TemplateResult {
    return html`<dialog aria-labelledby="key-help-title"><h2 id="key-help-title">Keyboard</h2>
      <table><thead><tr><th scope="col">Key</th><th scope="col">What it does</th></tr></thead><tbody>${KEYS.map(([keys, what]) => html`<tr><td><kbd>${keys}</kbd></td><td>${what}</td></tr>`)}</tbody></table>
      <p><button autofocus @click=${() => this.close()}>Close</button></p></dialog>`;
  }
}

customElements.define('key-help', KeyHelp);
