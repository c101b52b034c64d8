import { LitElement } from 'lit';

/** A dialog over the page. It takes the focus, keeps it, and gives it back; Escape and a click beside it close it. */
export abstract class Modal extends LitElement {
  #before: Element | null = null;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#before = document.activeElement;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.#before instanceof HTMLElement) this.#before.focus();
  }

  protected override firstUpdated(): void {
    const dialog = this.querySelector('dialog')!;
    dialog.addEventListener('close', () => this.close());
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) this.close();
    });
    dialog.showModal();
  }

  protected close(): void {
    this.dispatchEvent(new Event('close'));
  }
}
