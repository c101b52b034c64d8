import { itemId, type Item, type ItemId, type RouterId } from '@tool/ir';
import type { RouterInit } from '@tool/scanner-sdk';
import type { Guard, Site } from '../../evaluator/index.js';
import type { GuardedItem } from './guarded-items.js';

export interface RegisteredRouter {
  readonly id: RouterId;
  init: RouterInit;
  readonly site: Site;
  readonly guard: Guard | null;
  readonly items: { -readonly [Key in keyof GuardedItem]: GuardedItem[Key] }[];
  /** Where the first route of each method and path as written stands among the items. */
  readonly routes: Map<string, number>;
  root: boolean;
  /** The program that made it a root: what another one adds is there only when that one is started. */
  servedBy: string | null;
  /** It lies below another one: by itself it serves nothing. */
  mounted: boolean;
  /** The module whose evaluation made it. */
  readonly file: string;
  /** The package whose entry made it: applications of one package know of each other. */
  readonly program: string;
}

/**
 * Whether a call of the program registers here once more what it has registered: for another program, which makes it anew. `madeOf` gives what is the same
 * for two functions, or two routers, that the same code made.
 */
export function isThereAlready(items: RegisteredRouter['items'], item: Item, madeOf: (item: Item) => unknown): boolean {
  const keyOf = (each: Item): string => JSON.stringify([each.place, 'path' in each && each.path?.raw, 'method' in each && each.method]);
  const key = keyOf(item),
    made = madeOf(item);
  return items.some(
    ({ item: other, guard }) => guard === null && other.kind === item.kind && madeOf(other) === made && keyOf(other) === key,
  );
}

const mounts = (item: Item, id: RouterId): boolean => item.kind === 'mount' && item.target === id;

/** The routers that programs have made, with what is registered on them, all of it numbered in the order of registration. */
export class RegisteredRouters {
  readonly all: RegisteredRouter[] = [];
  readonly roots: RouterId[] = [];
  private readonly byId = new Map<RouterId, RegisteredRouter>();
  private readonly forgotten = new Set<RegisteredRouter>();
  /** How many items there are on all of them. */
  numbered = 0;

  /** @param isKept whether it is one of the program: one made while a request is served is not */
  add(router: RegisteredRouter, isKept: boolean): void {
    if (isKept) this.all.push(router);
    this.byId.set(router.id, router);
  }

  /** What is mounted once more for another program is no router of this one, nor is what is mounted in it, unless both programs mount the same. */
  forget(id: RouterId): void {
    const router = this.of(id);
    if (router.root || this.forgotten.has(router) || this.kept.some(({ items }) => items.some(({ item }) => mounts(item, id)))) return;
    this.forgotten.add(router);
    for (const { item } of router.items) if (item.kind === 'mount') this.forget(item.target);
  }
  isKept(router: RegisteredRouter): boolean {
    return !this.forgotten.has(router);
  }

  get kept(): readonly RegisteredRouter[] {
    return this.all.filter((router) => this.isKept(router));
  }

  find(id: RouterId): RegisteredRouter | undefined {
    return this.byId.get(id);
  }
  of(id: RouterId): RegisteredRouter {
    const router = this.byId.get(id);
    if (!router) throw new Error(`there is no router ${id}`);
    return router;
  }

  nextItem(): ItemId {
    return itemId(this.numbered++);
  }

  makeRoot(router: RegisteredRouter): void {
    router.root = true;
    this.roots.push(router.id);
  }

  /** Some application has something registered on it. @param program only those that this package's programs made, or what lies in its folder */
  serveRoutes(program?: string): boolean {
    const hasRoutes = (items: RegisteredRouter['items']): boolean =>
      items.some(({ item }) => item.kind === 'route' || item.kind === 'mount');
    const isOf = (router: RegisteredRouter): boolean =>
      program === undefined || router.program === program || router.file.startsWith(`${program}/`);
    return this.all.some((router) => isOf(router) && (router.init.application || router.root) && hasRoutes(router.items));
  }

  /** Numbers all items anew where some were put between others: they stand in the order in which they were registered. */
  renumber(): void {
    const items = this.all.flatMap((router) => router.items);
    const order = (item: Item): number => Number(item.id.slice(1));
    items.sort((one, other) => order(one.item) - order(other.item));
    this.numbered = 0;
    for (const each of items) each.item = { ...each.item, id: this.nextItem() };
  }

  /** Those that answer requests: made an application, never mounted, and nothing else is known of them. */
  unmountedApplications(): RouterId[] {
    const serving = new Set(this.all.filter((router) => router.root).map((router) => `${router.program} ${router.init.framework}`));
    const alone = ({ init, program }: RegisteredRouter): boolean =>
      init.application !== 'unless-another-serves' || !serving.has(`${program} ${init.framework}`);
    return this.all
      .filter((router) => router.init.application && !router.root && !router.mounted && alone(router))
      .map((router) => router.id);
  }

  /**
   * Code without a manifest is a piece of a project: a router that nothing in it mounts is mounted by code that is elsewhere. It is
   * modelled at its own paths, under the condition that somebody does.
   */
  mountedElsewhere(isFragment: (file: string) => boolean): ReadonlySet<RegisteredRouter> {
    return new Set(
      this.all.filter(
        (router) =>
          !router.init.application && !router.root && !router.mounted && router.items.length > 0 && isFragment(router.site.module.file),
      ),
    );
  }
}
