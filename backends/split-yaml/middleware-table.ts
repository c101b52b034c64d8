import type { Model } from '../../schemas/index.js';

type Middleware = Model['endpoints'][number]['middleware'][number];

/**
 * Middleware by label. An application-wide middleware is in every chain: were it written out there, one moved line would change
 * every endpoint. So `api.yaml` holds each middleware once, and chains hold labels.
 */
export interface MiddlewareTable {
  readonly entries: ReadonlyMap<string, Middleware>;
  labelOf(middleware: Middleware): string;
}

/** The label is the name, with the settings when there are any; of several that would have the same one, later ones get a number. */
export function middlewareTable(endpoints: Model['endpoints']): MiddlewareTable {
  const entries = new Map<string, Middleware>();
  const labels = new Map<string, string>();
  for (const { middleware } of endpoints) {
    for (const one of middleware) {
      const identity = JSON.stringify(one);
      if (labels.has(identity)) continue;
      const wanted = label(one);
      let free = wanted;
      for (let number = 2; entries.has(free); number++) free = `${wanted}/${number}`;
      entries.set(free, one);
      labels.set(identity, free);
    }
  }
  const ordered = new Map([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { entries: ordered, labelOf: (middleware) => labels.get(JSON.stringify(middleware))! };
}

const LONGEST = 100;

function label({ name, config }: Middleware): string {
  if (config === undefined || Object.keys(config).length === 0) return name;
  const list = Object.keys(config).length === 1 && Array.isArray(config['arguments']) ? (config['arguments'] as unknown[]) : null;
  const settings = list === null ? Object.entries(config).map(([key, value]) => `${key}=${text(value)}`) : list.map(text);
  const whole = `${name}(${settings.join(', ')})`;
  return whole.length <= LONGEST ? whole : name;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
