import type { GraphDocument } from './api-types.js';

export interface Placed { readonly id: string; readonly x: number; readonly y: number }

export const NODE_WIDTH = 240;
export const NODE_HEIGHT = 26;
const COLUMN_GAP = 110;
const ROW_GAP = 10;

/**
 * Places what gives left of what takes: a column for each step from the first givers, circles cut where they close. Inside a column,
 * nodes stand near the middle of what they take from, so that lines cross little. Linear in nodes and links but for the sorting.
 */
export function layoutFlow({ nodes, links }: Pick<GraphDocument, 'nodes' | 'links'>): Placed[] {
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
    const sorted = column === 0 ? ids : ids.map((id) => [id, middle(id)] as const).sort((a, b) => (a[1] === b[1] ? 0 : a[1] - b[1])).map(([id]) => id);
    for (const [index, id] of sorted.entries()) {
      row.set(id, index);
      placed.push({ id, x: column * (NODE_WIDTH + COLUMN_GAP), y: index * (NODE_HEIGHT + ROW_GAP) });
    }
  }
  return placed;
}

/** Steps from the first giver. Without recursion: a chain may be as long as the model. */
function depthOf(start: string, takes: ReadonlyMap<string, readonly string[]>, depth: Map<string, number>): void {
  const open = new Set<string>();
  const stack = [start];
  while (stack.length > 0) {
    const id = stack.at(-1)!;
    if (depth.has(id)) { stack.pop(); continue; }
    open.add(id);
    const missing = takes.get(id)!.filter((from) => !depth.has(from) && !open.has(from));
    if (missing.length > 0) { stack.push(...missing); continue; }
    depth.set(id, Math.max(-1, ...takes.get(id)!.map((from) => depth.get(from) ?? -1)) + 1);
    open.delete(id);
    stack.pop();
  }
}
