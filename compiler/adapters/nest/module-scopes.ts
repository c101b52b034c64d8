import type { Value } from '@tool/scanner-sdk';
import type { ModuleEntry } from './module-graph.js';

export type Token = object | string | symbol | number;

/** What each module provides by itself, for tokens that several modules give different things. */
export class ModuleScopes {
  private readonly own = new Map<ModuleEntry, Map<Token, Value>>();
  private readonly first = new Map<Token, Value>();
  private readonly several = new Set<Token>();

  add(entry: ModuleEntry, token: Token, provider: Value): void {
    const known = this.own.get(entry);
    if (known) known.set(token, provider);
    else this.own.set(entry, new Map([[token, provider]]));
    const before = this.first.get(token);
    if (before === undefined) this.first.set(token, provider);
    else if (before !== provider) this.several.add(token);
  }

  /** No token means one thing here and another there. */
  get areAlike(): boolean {
    return this.several.size === 0;
  }

  isSeveral(token: Token): boolean {
    return this.several.has(token);
  }

  provides(entry: ModuleEntry, token: Token): Value | undefined {
    return this.own.get(entry)?.get(token);
  }

  /** The module whose provider another one gets: itself, else the nearest that it imports, else a global one. */
  holder(entry: ModuleEntry, token: Token): ModuleEntry | null {
    const met = new Set([entry]);
    for (const each of met) {
      if (this.provides(each, token) !== undefined) return each;
      for (const imported of each.imports) met.add(imported);
    }
    for (const [each, providers] of this.own) if (each.global && providers.has(token)) return each;
    return null;
  }
}
