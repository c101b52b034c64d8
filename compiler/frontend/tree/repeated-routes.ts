import { printPlace, type HandlerId, type Item, type ItemId, type MiddlewareId, type Path, type RouterId } from '@tool/ir';
import type { RouterItems, RouteChain } from './route-chains.js';

type FunctionId = MiddlewareId | HandlerId;

/** Routes are looked at so often, over all the places of their routers. */
const MAX_VISITS = 200_000;

const textOf = ({ raw }: Path): string => JSON.stringify(raw);

/**
 * The routes of servers that several programs start, or one program again and again, wherever an earlier server answers the same requests by the same code:
 * the same call of the program has registered both. Of such endpoints the model keeps the first (`resolve-shadowing`). `codeOf` gives what is the same for
 * two functions of the same code.
 */
export function repeatedRoutes(
  routers: readonly RouterItems[],
  roots: readonly RouterId[],
  codeOf: (id: HandlerId) => unknown,
): ReadonlySet<ItemId> {
  const repeated = new Set<ItemId>();
  if (roots.length < 2) return repeated;
  const byId = new Map(routers.map((router) => [router.id, router]));
  const codes = new Map<unknown, number>();
  /** By what is the same for all of its repetitions, the first, and its root. */
  const firsts = new Map<string, { readonly id: ItemId; readonly root: RouterId }>();
  const kept = new Set<ItemId>();
  let visits = 0;
  const route = (item: Extract<Item, { kind: 'route' }>, prefix: string, root: RouterId): void => {
    const code = codeOf(item.handler);
    const number = codes.get(code) ?? codes.size;
    codes.set(code, number);
    const key = [item.method, prefix, textOf(item.path), printPlace(item.place), number].join(' ');
    const first = firsts.get(key);
    if (!first) firsts.set(key, { id: item.id, root });
    (first && first.id !== item.id && first.root !== root ? repeated : kept).add(item.id);
  };
  const visit = ({ id, items }: RouterItems, prefix: string, root: RouterId, around: ReadonlySet<RouterId>): void => {
    if (around.has(id)) return;
    const inside = new Set([...around, id]);
    for (const { item } of items) {
      visits++;
      if (item.kind === 'route') route(item, prefix, root);
      const target = item.kind === 'mount' && visits < MAX_VISITS ? byId.get(item.target) : undefined;
      if (item.kind === 'mount' && target) visit(target, `${prefix} ${textOf(item.path)}`, root, inside);
    }
  };
  for (const root of roots) {
    const router = byId.get(root);
    if (router) visit(router, '', root, new Set());
  }
  if (visits >= MAX_VISITS) return new Set();
  for (const id of kept) repeated.delete(id);
  return repeated;
}

/**
 * Functions that only repeated routes need, each with the one of the same code and place that stands for it: what it does nobody asks for, and where somebody
 * does, it is what that one does. `partsOf` gives what is the same for all functions that may stand for each other; nothing of functions that nobody runs.
 */
export function repeatedFunctions(
  chains: readonly RouteChain[],
  repeated: ReadonlySet<ItemId>,
  partsOf: (id: FunctionId) => readonly unknown[] | undefined,
): ReadonlyMap<FunctionId, FunctionId> {
  const stands = new Map<FunctionId, FunctionId>();
  if (repeated.size === 0) return stands;
  const functionsOf = (isRepeated: boolean): Set<FunctionId> =>
    new Set(
      chains
        .filter(({ route }) => (route !== undefined && repeated.has(route)) === isRepeated)
        .flatMap(({ functions, around }) => [...functions, ...around.flatMap((each) => [...each])]),
    );
  const needed = functionsOf(false);
  const numbers = new Map<unknown, number>();
  const keyOf = (id: FunctionId): string | undefined =>
    partsOf(id)
      ?.map((part) => {
        const number = numbers.get(part) ?? numbers.size;
        numbers.set(part, number);
        return number;
      })
      .join(' ');
  const standing = new Map<string, FunctionId>();
  for (const id of needed) {
    const key = keyOf(id);
    if (key !== undefined && !standing.has(key)) standing.set(key, id);
  }
  for (const id of functionsOf(true)) {
    const other = needed.has(id) ? undefined : standing.get(keyOf(id) ?? '');
    if (other !== undefined) stands.set(id, other);
  }
  return stands;
}
