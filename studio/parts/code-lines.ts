import { html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';

/** Pixels; the style sheet has the same. */
const LINE = 20;
const BEYOND = 10;

/** Text of any length, of which only the visible lines are in the document: ten thousand lines scroll like ten. */
export class CodeLines extends LitElement {
  static override properties: PropertyDeclarations = {
    lines: { attribute: false },
    from: { type: Number },
    mark: { type: Number },
    label: {},
    top: { state: true },
    room: { state: true },
  };
  declare lines: readonly string[];
  /** Number of the first line. */
  declare from: number;
  /** Number of the line to highlight; 0 for none. */
  declare mark: number;
  declare label: string;
  declare private top: number;
  declare private room: number;
  #observer: ResizeObserver | undefined;

  constructor() {
    super();
    this.lines = [];
    this.from = 1;
    this.mark = 0;
    this.label = 'Text';
    this.top = 0;
    this.room = 30;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A region that scrolls must be reachable by keyboard, and say what it is.
    this.tabIndex = 0;
    this.setAttribute('role', 'region');
    this.addEventListener('scroll', this.#onScroll, { passive: true });
    this.#observer = new ResizeObserver(() => {
      this.room = Math.ceil(this.clientHeight / LINE);
    });
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('scroll', this.#onScroll);
    this.#observer?.disconnect();
  }

  #onScroll = (): void => {
    this.top = Math.floor(this.scrollTop / LINE);
  };

  override willUpdate(): void {
    this.setAttribute('aria-label', this.label);
  }

  protected override render(): TemplateResult {
    const begin = Math.max(0, this.top - BEYOND);
    const shown = this.lines.slice(begin, this.top + this.room + BEYOND);
    return html`<div class="code-space" .style=${`height:${this.lines.length * LINE}px`}><div class="code-window" .style=${`transform:translateY(${begin * LINE}px)`}>
      ${shown.map((line, index) => html`<div class="code-line ${this.from + begin + index === this.mark ? 'marked' : ''}"><span class="number" aria-hidden="true">${this.from + begin + index}</span><code>${line === '' ? ' ' : line}</code></div>`)}
    </div></div>`;
  }
}

customElements.define('code-lines', CodeLines);
