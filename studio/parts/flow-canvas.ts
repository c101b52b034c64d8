import { html, LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { GraphDocument } from '../lib/api-types.js';
import { layoutFlow, NODE_HEIGHT, NODE_WIDTH, type Placed } from '../lib/flow-layout.js';
import { endpointHref } from '../lib/route.js';

const SMALLEST = 0.05;
const LARGEST = 3;
/** The smallest scale at which names can be read. */
const READABLE = 0.5;

/**
 * The picture of the flow, drawn on a canvas: hundreds of nodes cost no elements. Drag or arrow keys move it, the wheel with Ctrl or
 * `+` and `-` zoom, a click opens an endpoint. Everything it shows is in the table below it.
 */
export class FlowCanvas extends LitElement {
  static override properties: PropertyDeclarations = { graph: { attribute: false }, links: { attribute: false }, hovered: { state: true } };
  declare graph: GraphDocument;
  /** The links to draw; those of the graph or some of them. */
  declare links: GraphDocument['links'];
  declare private hovered: string | undefined;
  #placed = new Map<string, Placed>();
  #scale = 1;
  #x = 20;
  #y = 20;
  #frame = 0;
  #drag: { x: number; y: number; moved: boolean } | undefined;
  #observer: ResizeObserver | undefined;
  #theme = new MutationObserver(() => this.#redraw());

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#theme.observe(document.documentElement, { attributes: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#theme.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  protected override firstUpdated(): void {
    const canvas = this.#canvas();
    this.#observer = new ResizeObserver(() => this.#redraw());
    this.#observer.observe(canvas);
    canvas.addEventListener(
      'wheel',
      (event) => {
        // Without Ctrl the wheel scrolls the page, as everywhere.
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.#zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.offsetX, event.offsetY);
      },
      { passive: false },
    );
    this.#fit(READABLE);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('links')) {
      const linked = new Set(this.links.flatMap(({ from, to }) => [from, to]));
      this.#placed = new Map(
        layoutFlow({ nodes: this.graph.nodes.filter(({ id }) => linked.has(id)), links: this.links }).map((each) => [each.id, each]),
      );
    }
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('links')) this.#fit(READABLE);
    else this.#redraw();
  }

  #canvas(): HTMLCanvasElement {
    return this.querySelector('canvas')!;
  }

  #zoom(by: number, x: number, y: number): void {
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.#scale * by));
    this.#x = x - (x - this.#x) * (scale / this.#scale);
    this.#y = y - (y - this.#y) * (scale / this.#scale);
    this.#scale = scale;
    this.#redraw();
  }

  /** Everything, or as much of it from the upper left as can be seen at a scale that is no smaller than this. */
  #fit(smallest = SMALLEST): void {
    const canvas = this.#canvas();
    let [width, height] = [1, 1];
    for (const { x, y } of this.#placed.values()) {
      width = Math.max(width, x + NODE_WIDTH);
      height = Math.max(height, y + NODE_HEIGHT);
    }
    this.#scale = Math.min(1, Math.max(smallest, Math.min((canvas.clientWidth - 40) / width, (canvas.clientHeight - 40) / height)));
    this.#x = 20;
    this.#y = 20;
    this.#redraw();
  }

  #at(event: MouseEvent): string | undefined {
    const x = (event.offsetX - this.#x) / this.#scale;
    const y = (event.offsetY - this.#y) / this.#scale;
    for (const each of this.#placed.values())
      if (x >= each.x && x <= each.x + NODE_WIDTH && y >= each.y && y <= each.y + NODE_HEIGHT) return each.id;
    return undefined;
  }

  #onMove = (event: PointerEvent): void => {
    if (this.#drag === undefined) {
      this.hovered = this.#at(event);
      return;
    }
    this.#x += event.clientX - this.#drag.x;
    this.#y += event.clientY - this.#drag.y;
    this.#drag = {
      x: event.clientX,
      y: event.clientY,
      moved: this.#drag.moved || Math.abs(event.movementX) + Math.abs(event.movementY) > 1,
    };
    this.#redraw();
  };

  #onUp = (event: PointerEvent): void => {
    const moved = this.#drag?.moved;
    this.#drag = undefined;
    const id = this.#at(event);
    if (!moved && id !== undefined) location.hash = endpointHref(id);
  };

  #onKey = (event: KeyboardEvent): void => {
    const canvas = this.#canvas();
    const middle = [canvas.clientWidth / 2, canvas.clientHeight / 2] as const;
    const step: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [60, 0],
      ArrowRight: [-60, 0],
      ArrowUp: [0, 60],
      ArrowDown: [0, -60],
    };
    const by = step[event.key];
    if (by !== undefined) {
      this.#x += by[0];
      this.#y += by[1];
      this.#redraw();
    } else if (event.key === '+' || event.key === '=') this.#zoom(1.25, ...middle);
    else if (event.key === '-') this.#zoom(0.8, ...middle);
    else if (event.key === '0') this.#fit();
    else return;
    event.preventDefault();
  };

  #redraw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const canvas = this.#canvas();
    const ratio = devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== width * ratio || canvas.height !== height * ratio) {
      canvas.width = width * ratio;
      canvas.height = height * ratio;
    }
    const context = canvas.getContext('2d')!;
    const colours = getComputedStyle(this);
    const [accent, line, surface, text] = ['--accent', '--line-strong', '--surface', '--text'].map((name) =>
      colours.getPropertyValue(name).trim(),
    ) as [string, string, string, string];
    const [left, top] = [-this.#x / this.#scale, -this.#y / this.#scale];
    const [right, bottom] = [left + width / this.#scale, top + height / this.#scale];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(ratio * this.#scale, 0, 0, ratio * this.#scale, ratio * this.#x, ratio * this.#y);
    const near = new Set(
      this.hovered === undefined
        ? []
        : this.links.filter(({ from, to }) => from === this.hovered || to === this.hovered).flatMap(({ from, to }) => [from, to]),
    );
    for (const { from, to } of this.links) {
      const [a, b] = [this.#placed.get(from), this.#placed.get(to)];
      if (a === undefined || b === undefined) continue;
      if (
        Math.max(a.x + NODE_WIDTH, b.x) < left ||
        Math.min(a.x, b.x) > right ||
        Math.max(a.y, b.y) + NODE_HEIGHT < top ||
        Math.min(a.y, b.y) > bottom
      )
        continue;
      const strong = from === this.hovered || to === this.hovered;
      context.strokeStyle = strong ? accent : line;
      context.globalAlpha = this.hovered === undefined || strong ? 1 : 0.25;
      context.lineWidth = strong ? 2 : 1;
      const [x1, y1, x2, y2] = [a.x + NODE_WIDTH, a.y + NODE_HEIGHT / 2, b.x, b.y + NODE_HEIGHT / 2];
      const bend = Math.max(40, Math.abs(x2 - x1) / 2);
      context.beginPath();
      context.moveTo(x1, y1);
      context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
      context.stroke();
    }
    const readable = this.#scale >= READABLE * 0.75;
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    for (const { id, x, y } of this.#placed.values()) {
      if (x > right || x + NODE_WIDTH < left || y > bottom || y + NODE_HEIGHT < top) continue;
      context.globalAlpha = this.hovered === undefined || id === this.hovered || near.has(id) ? 1 : 0.4;
      context.fillStyle = surface;
      context.strokeStyle = id === this.hovered ? accent : line;
      context.beginPath();
      context.roundRect(x, y, NODE_WIDTH, NODE_HEIGHT, 4);
      context.fill();
      context.stroke();
      if (!readable) continue;
      context.fillStyle = text;
      context.fillText(id.length > 38 ? `${id.slice(0, 37)}…` : id, x + 8, y + NODE_HEIGHT / 2, NODE_WIDTH - 16);
    }
    context.globalAlpha = 1;
  }

  protected override render(): TemplateResult {
    return html`<div class="flow-picture"><canvas tabindex="0" role="img" aria-label="Picture of the links in the table below. Arrow keys move it, plus and minus zoom, 0 fits it." aria-describedby="flow-table"
        @pointerdown=${(event: PointerEvent) => {
          this.#drag = { x: event.clientX, y: event.clientY, moved: false };
          (event.target as Element).setPointerCapture(event.pointerId);
        }}
        @pointermove=${this.#onMove} @pointerup=${this.#onUp} @pointerleave=${() => {
          this.hovered = undefined;
        }} @keydown=${this.#onKey}></canvas>
      <p class="picture-tools"><button @click=${() => this.#zoom(1.25, this.#canvas().clientWidth / 2, this.#canvas().clientHeight / 2)} aria-label="Larger">+</button><button @click=${() => this.#zoom(0.8, this.#canvas().clientWidth / 2, this.#canvas().clientHeight / 2)} aria-label="Smaller">−</button><button @click=${() => this.#fit()}>Fit</button></p></div>`;
  }
}

customElements.define('flow-canvas', FlowCanvas);
