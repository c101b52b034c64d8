import type { Application } from 'express';

const table = new Map<Function, { base: string; routes: { path: string; member: string; fill: string[] }[] }>();
const entry = (kind: Function) => { let found = table.get(kind); if (!found) table.set(kind, found = { base: '', routes: [] }); return found; };
const fills = new Map<string, string[]>();

export const Hall = (base: string) => (kind: Function): void => { entry(kind).base = base; };
export const Enter = (path: string) => (target: object, member: string): void => { entry(target.constructor).routes.push({ path, member, fill: fills.get(member) ?? [] }); };
export const FromQuery = (name: string) => (target: object, member: string, index: number): void => { const known = fills.get(member) ?? []; known[index] = name; fills.set(member, known); };

export function mountAll(application: Application): void {
  for (const [kind, { base, routes }] of table) {
    const hall = new (kind as any)();
    for (const { path, member, fill } of routes) application.get(base + path, (request, response) => { response.json(hall[member](...fill.map((name) => request.query[name]))); });
  }
}
