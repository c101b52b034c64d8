import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { get, Problem, signIn, SIGNED_OUT } from '../lib/api.js';
import { live } from '../lib/live.js';
import { pages } from '../lib/pages.js';
import { currentRoute, go, hrefOf, type Route } from '../lib/route.js';
import { applyTheme, nextTheme, storedTheme, type Theme } from '../lib/theme.js';
import './command-palette.js';
import './key-help.js';

type State = 'starting' | 'open' | 'signed-out' | 'no-server';

/** The frame of every page: navigation, theme, palette, keys, and whether the server is there. */
class StudioApp extends LitElement {
  static override properties: PropertyDeclarations = {
    state: { state: true },
    route: { state: true },
    theme: { state: true },
    connected: { state: true },
    scanning: { state: true },
    help: { state: true },
    palette: { state: true },
  };
  declare private state: State;
  declare private route: Route;
  declare private theme: Theme;
  declare private connected: boolean;
  declare private scanning: boolean;
  declare private help: boolean;
  declare private palette: boolean;

  #listening: Promise<void> | undefined;

  constructor() {
    super();
    this.state = 'starting';
    this.route = currentRoute();
    this.theme = storedTheme();
    this.connected = true;
    this.scanning = false;
    this.help = false;
    this.palette = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    applyTheme(this.theme);
    window.addEventListener('hashchange', () => this.#moved());
    window.addEventListener(SIGNED_OUT, () => {
      this.state = 'signed-out';
    });
    window.addEventListener('keydown', (event) => this.#onKey(event));
    live.addEventListener('connection', () => {
      this.connected = live.connected;
    });
    live.on('scan', ({ running }: { running: boolean }) => {
      this.scanning = running;
    });
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const code = /^#code=(.+)$/.exec(location.hash)?.[1];
    // The code must not stay in the history, good or not.
    if (code !== undefined) {
      await signIn(code);
      history.replaceState(null, '', hrefOf('overview'));
      this.route = currentRoute();
    }
    try {
      await get('/api/environments');
      await this.#open();
    } catch (error) {
      const status = error instanceof Problem ? error.status : 0;
      if (status === 401) this.state = 'signed-out';
      else if (status === 0) {
        this.state = 'no-server';
        setTimeout(() => {
          void this.#begin();
        }, 2_000);
      }
      // No model, or a damaged one: the pages say so.
      else await this.#open();
    }
  }

  async #open(): Promise<void> {
    if (this.state === 'open') return;
    await (this.#listening ??= live.start());
    this.state = 'open';
  }

  #moved(): void {
    const before = this.route;
    if (location.hash.startsWith('#code=')) {
      this.state = 'starting';
      void this.#begin();
      return;
    }
    this.route = currentRoute();
    if (before.page !== this.route.page) {
      // As after a real page load: from the top, and read out from the heading.
      void this.updateComplete.then(() => {
        window.scrollTo(0, 0);
        this.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      });
    }
  }

  #onKey(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      this.palette = true;
      return;
    }
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || this.state !== 'open' || this.palette || this.help) return;
    if (/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable) return;
    if (event.key === '/') {
      event.preventDefault();
      if (this.querySelector('input[type=search]') === null) go('endpoints');
      this.#focusSearch(performance.now() + 5_000);
    } else if (event.key === '?') {
      event.preventDefault();
      this.help = true;
    }
  }

  /** As soon as there is one: the page may still be loading what is searched. */
  #focusSearch(until: number): void {
    const box = this.querySelector<HTMLInputElement>('input[type=search]');
    if (box !== null) box.focus();
    else if (performance.now() < until) requestAnimationFrame(() => this.#focusSearch(until));
  }

  protected override render(): TemplateResult {
    if (this.state !== 'open') return this.#outside();
    const page = pages.find(({ name }) => name === this.route.page);
    document.title = `${page?.title ?? 'Not found'} – Studio`;
    return html`
      <a class="skip" href="#main" @click=${(event: Event) => {
        event.preventDefault();
        this.querySelector<HTMLElement>('main')?.focus();
      }}>Skip to the content</a>
      <header class="top">
        <a class="brand" href=${hrefOf('overview')}>Studio</a>
        <span class="status" role="status">${this.connected ? (this.scanning ? 'Scanning…' : nothing) : html`<span class="lost">Connection lost, trying again…</span>`}</span>
        <button class="quiet" aria-keyshortcuts="Control+K" @click=${() => {
          this.palette = true;
        }}>Go to… <kbd>Ctrl K</kbd></button>
        <button class="quiet" @click=${() => {
          this.theme = nextTheme(this.theme);
          applyTheme(this.theme);
        }} aria-label=${`Theme: ${this.theme}. Change it`}>Theme: ${this.theme}</button>
        <button class="quiet" @click=${() => {
          this.help = true;
        }} aria-label="Keyboard help">?</button>
      </header>
      <nav aria-label="Pages"><ul>${pages.filter(({ listed }) => listed).map(({ name, title }) => html`<li><a href=${hrefOf(name)} aria-current=${name === this.#section() ? 'page' : nothing}>${title}</a></li>`)}</ul></nav>
      <main id="main" tabindex="-1">${page === undefined ? html`<h1>Not found</h1><p>There is no page at this address. <a href=${hrefOf('overview')}>Go to the overview.</a></p>` : page.render(this.route.query)}</main>
      ${
        this.palette
          ? html`<command-palette @close=${() => {
              this.palette = false;
            }}></command-palette>`
          : nothing
      }
      ${
        this.help
          ? html`<key-help @close=${() => {
              this.help = false;
            }}></key-help>`
          : nothing
      }`;
  }

  /** The entry of the navigation that a page belongs to. */
  #section(): string {
    return (
      ({ endpoint: 'endpoints', workflow: 'workflows', run: 'runs', compare: 'runs' } as Readonly<Record<string, string>>)[
        this.route.page
      ] ?? this.route.page
    );
  }

  #outside(): TemplateResult {
    if (this.state === 'starting') return html`<main class="alone"><h1>Studio</h1><p role="status">Opening…</p></main>`;
    if (this.state === 'no-server')
      return html`<main class="alone"><h1>Studio</h1><p role="alert">The server does not answer. Start <code>tool dev</code> again; this page goes on by itself.</p></main>`;
    return html`<main class="alone"><h1>This browser is not signed in</h1>
      <p>Open the link that <code>tool dev</code> printed in its terminal. It is good once; press <kbd>Enter</kbd> there for another one.</p>
      <p>The link carries a code, so that no other page and no other user of this machine can use your project.</p></main>`;
  }
}

customElements.define('studio-app', StudioApp);
