import type { RequestHandler } from 'express';

const lines: { path: string; stop: RequestHandler }[] = [];
const guards = new Map<string, RequestHandler>();

export function line(path: string, stop: RequestHandler): { path: string } {
  lines.push({ path, stop });
  return { path };
}
export const everyLine = () => lines;
export const guard = (name: string, check: RequestHandler): void => {
  guards.set(name, check);
};
export const guardOf = (name: string) => guards.get(name)!;
