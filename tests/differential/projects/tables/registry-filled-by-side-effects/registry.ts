import type { Router } from 'express';
type Build = () => Router;
export class Registry {
  static readonly instance = new Registry();
  private readonly entries: Record<string, Build> = {};
  register(name: string, build: Build) { this.entries[name] = build; }
  sorted() { return Object.entries(this.entries).sort(([a], [b]) => (a < b ? -1 : 1)); }
}
export const feature = (name: string) => (build: Build) => Registry.instance.register(name, build);
