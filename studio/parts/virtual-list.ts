import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

/** Rows beyond the visible ones, so that scrolling does not show a gap before the next frame. */
const BEYOND = 6;

/**
 * A list of which only the visible rows are in the document. Rows have one height. Every row says its position and the number of
 * rows, so that the list is as long to a screen reader as it is. With `keys`, one row is in the tab order; arrows, Home, End, Page
 * Up, Page Down, `j` and `k` move it.
 */
export class VirtualList extends LitElement {
  static override properties: PropertyDeclarations = {
    items: { attribute: false },
    row: { attribute: false },
    height: { type: Number },
    label: {},
    keys: { type: Boolean },
    first: { state: true },
    room: { state: true },
    active: { state: true },
  };
  declare items: readonly unknown[];
  /** Content of one row; the first link in it takes the focus and has this `tabindex`. */
  // oxlint-disable-next-line @typescript-eslint/no-explicit-any -- elements have no type arguments
  declare row: (item: any, index: number, tabIndex: number) => TemplateResult;
  declare height: number;
  declare label: string;
  declare keys: boolean;
  declare private first: number;
  declare private room: number;
  declare private active: number;
  #observer: ResizeObserver | undefined;
  #focusNext = false;

  constructor() {
    super();
    this.items = [];
    this.row = () => html``;
    this.height = 32;
    this.label = '';
    this.keys = false;
    this.first = 0;
    this.room = 40;
    this.active = 0;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('scroll', this.#onScroll, { passive: true });
    this.#observer = new ResizeObserver(() => this.#measure());
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('scroll', this.#onScroll);
    this.#observer?.disconnect();
  }

  #onScroll = (): void => {
    this.first = Math.floor(this.scrollTop / this.height);
  };

  #measure(): void {
    this.room = Math.max(1, Math.ceil(this.clientHeight / this.height));
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('items')) {
      if (this.active >= this.items.length) this.active = 0;
      this.first = Math.min(this.first, Math.max(0, this.items.length - this.room));
    }
  }

  /** Moves to a row, and the focus with it. */
  focusRow(index: number): void {
    if (this.items.length === 0) return;
    this.active = Math.max(0, Math.min(this.items.length - 1, index));
    const top = this.active * this.height;
    if (top < this.scrollTop) this.scrollTop = top;
    else if (top + this.height > this.scrollTop + this.clientHeight) this.scrollTop = top + this.height - this.clientHeight;
    this.first = Math.floor(this.scrollTop / this.height);
    this.#focusNext = true;
    this.requestUpdate();
  }

  #onKey = (event: KeyboardEvent): void => {
    if (!this.keys || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, this.room - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      j: 1,
      ArrowUp: -1,
      k: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (step === -1 && this.active === 0) {
      this.dispatchEvent(new Event('leave-top'));
      return;
    }
    this.focusRow(this.active + step);
  };

  protected override updated(): void {
    if (!this.#focusNext) return;
    this.#focusNext = false;
    this.querySelector<HTMLElement>(`[data-index="${this.active}"] a`)?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult {
    const from = Math.max(0, this.first - BEYOND);
    const to = Math.min(this.items.length, this.first + this.room + BEYOND);
    const indexes = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
    // The row with the focus stays in the document when it is scrolled away: focus must not get lost.
    if (this.keys && this.items.length > 0 && (this.active < from || this.active >= to)) indexes.push(this.active);
    return html`<ul class="rows" aria-label=${this.label || nothing} @keydown=${this.#onKey} @focusin=${this.#onFocus} .style=${`height:${this.items.length * this.height}px`}>
      ${repeat(
        indexes,
        (index) => index,
        (index) =>
          html`<li class="row" data-index=${index} aria-posinset=${index + 1} aria-setsize=${this.items.length} ?data-active=${this.keys && index === this.active} .style=${`transform:translateY(${index * this.height}px);height:${this.height}px`}>${this.row(this.items[index], index, !this.keys || index === this.active ? 0 : -1)}</li>`,
      )}
    </ul>`;
  }

  #onFocus = (event: FocusEvent): void => {
    const index = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'];
    if (index !== undefined) this.active = Number(index);
  };
}

customElements.define('virtual-list', VirtualList);
