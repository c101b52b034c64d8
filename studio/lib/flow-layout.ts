import type { GraphDocument } from './api-types.js';

export interface Placed {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

export const NODE_WIDTH = 240;
export const NODE_HEIGHT = 26;
const COLUMN_GAP = 110;
const ROW_GAP = 10;

const GROUP_GAP = 40;
/** Width by height that the picture of many groups comes near to. */
const SHAPE = 2.5;

type Flow = Pick<GraphDocument, 'nodes' | 'links'>;
interface Group {
  readonly placed: readonly Placed[];
  readonly width: number;
  readonly height: number;
}

/** Places what belongs together by its links as one group, and the groups beside and below each other, the highest first. */
export function layoutFlow(flow: Flow): Placed[] {
  const groups = groupsOf(flow)
    .map(layoutGroup)
    .sort((a, b) => b.height - a.height);
  const area = groups.reduce((sum, { width, height }) => sum + (width + GROUP_GAP) * (height + GROUP_GAP), 0);
  const widest = Math.max(Math.sqrt(area * SHAPE), ...groups.slice(0, 1).map(({ width }) => width));
  const placed: Placed[] = [];
  let [left, top, next] = [0, 0, 0];
  for (const { placed: own, width, height } of groups) {
    if (left > 0 && left + width > widest) [left, top] = [0, next];
    for (const { id, x, y } of own) placed.push({ id, x: x + left, y: y + top });
    left += width + GROUP_GAP;
    next = Math.max(next, top + height + GROUP_GAP);
  }
  return placed;
}

/** Nodes that links lead between, with those links, in the order of their first nodes. */
function groupsOf({ nodes, links }: Flow): Flow[] {
  const above = new Map(nodes.map(({ id }) => [id, id]));
  const head = (id: string): string => {
    let top = id;
    while (above.get(top)! !== top) top = above.get(top)!;
    for (let at = id; at !== top;) {
      const up = above.get(at)!;
      above.set(at, top);
      at = up;
    }
    return top;
  };
  for (const { from, to } of links) if (above.has(from) && above.has(to)) above.set(head(to), head(from));
  const groups = new Map<string, { nodes: Flow['nodes'][number][]; links: Flow['links'][number][] }>();
  for (const node of nodes) {
    const group = groups.get(head(node.id));
    if (group === undefined) groups.set(head(node.id), { nodes: [node], links: [] });
    else group.nodes.push(node);
  }
  for (const link of links) if (above.has(link.from) && above.has(link.to)) groups.get(head(link.from))!.links.push(link);
  return [...groups.values()];
}

/**
 * Places what gives left of what takes: a column for each step from the first givers, circles cut where they close. Inside a column,
 * nodes stand near the middle of what they take from, so that lines cross little. Linear in nodes and links but for the sorting.
 */
function layoutGroup({ nodes, links }: Flow): Group {
  const takes = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of links) if (from !== to && takes.has(from)) takes.get(to)?.push(from);
  const depth = new Map<string, number>();
  for (const { id } of nodes) depthOf(id, takes, depth);
  const columns: string[][] = [];
  for (const { id } of nodes) (columns[depth.get(id)!] ??= []).push(id);
  const row = new Map<string, number>();
  const placed: Placed[] = [];
  for (const [column, ids] of columns.entries()) {
    const middle = (id: string): number => {
      const rows = takes.get(id)!.flatMap((from) => row.get(from) ?? []);
      return rows.length === 0 ? Infinity : rows.reduce((sum, each) => sum + each, 0) / rows.length;
    };
    const sorted =
      column === 0
        ? ids
        : ids
            .map((id) => [id, middle(id)] as const)
            .sort((a, b) => (a[1] === b[1] ? 0 : a[1] - b[1]))
            .map(([id]) => id);
    for (const [index, id] of sorted.entries()) {
      row.set(id, index);
      placed.push({ id, x: column * (NODE_WIDTH + COLUMN_GAP), y: index * (NODE_HEIGHT + ROW_GAP) });
    }
  }
  const longest = columns.reduce((most, ids) => Math.max(most, ids.length), 0);
  return { placed, width: columns.length * (NODE_WIDTH + COLUMN_GAP) - COLUMN_GAP, height: longest * (NODE_HEIGHT + ROW_GAP) - ROW_GAP };
}

/** Steps from the first giver. Without recursion: a chain may be as long as the model. */
function depthOf(start: string, takes: ReadonlyMap<string, readonly string[]>, depth: Map<string, number>): void {
  const open = new Set<string>();
  const stack = [start];
  while (stack.length > 0) {
    const id = stack.at(-1)!;
    if (depth.has(id)) {
      stack.pop();
      continue;
    }
    open.add(id);
    const missing = takes.get(id)!.filter((from) => !depth.has(from) && !open.has(from));
    if (missing.length > 0) {
      stack.push(...missing);
      continue;
    }
    depth.set(id, Math.max(-1, ...takes.get(id)!.map((from) => depth.get(from) ?? -1)) + 1);
    open.delete(id);
    stack.pop();
  }
}
