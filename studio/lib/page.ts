import { LitElement, type PropertyDeclarations } from 'lit';

/**
 * A page. It renders into the document itself, not into a shadow of it: one style sheet, one heading order, one focus order.
 * `query` is what its address says.
 */
export abstract class Page extends LitElement {
  static override properties: PropertyDeclarations = { query: { attribute: false } };
  declare query: URLSearchParams;
  constructor() {
    super();
    this.query = new URLSearchParams();
  }
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
