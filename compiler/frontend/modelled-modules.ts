import type { Adapter, LibraryModel, ModuleModel, Transfer, Value } from '@tool/scanner-sdk';
import type { HostRealm, Obj, Site } from '../evaluator/index.js';

interface ModelEntry {
  readonly model: ModuleModel;
  readonly owner: string;
  /** Whoever calls its functions may tell a host object something with that alone. */
  readonly reachesHosts: boolean;
}

/** `@scope/name` of `@scope/name/dist/file`. */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** The modules that adapters and libraries model: of two models of one name the first counts, and adapters come before libraries. */
export class ModelledModules {
  /** Modules of adapters that the program imported, by adapter. */
  readonly used = new Map<string, string[]>();
  /** By name; the owner is the id of an adapter, and empty for a library. */
  private readonly models = new Map<string, ModelEntry>();
  /** The packages that adapters read. */
  readonly frameworks: ReadonlySet<string>;
  /** Of these the ones that register what is in a file as soon as it is loaded. */
  readonly onLoad: ReadonlySet<string>;
  private readonly exported = new Map<string, ReadonlySet<string>>();

  constructor(
    adapters: readonly Adapter[],
    libraries: readonly LibraryModel[],
    private readonly realm: () => HostRealm,
  ) {
    for (const adapter of adapters) this.add(adapter.modules, adapter.id, true);
    for (const library of libraries) this.add(library.modules, '', library.runsOthers === true);
    this.frameworks = new Set(adapters.flatMap((adapter) => adapter.packages));
    this.onLoad = new Set(adapters.flatMap((adapter) => adapter.onLoad ?? []));
  }

  private add(modules: Readonly<Record<string, ModuleModel>>, owner: string, reachesHosts: boolean): void {
    for (const [name, model] of Object.entries(modules)) if (!this.models.has(name)) this.models.set(name, { model, owner, reachesHosts });
  }

  has(name: string): boolean {
    return this.modelOf(name) !== undefined;
  }

  /** The model of a module, or the one that stands for all modules of its package that have none: `@nestjs/common/*`. */
  private modelOf(name: string): ModelEntry | undefined {
    return this.models.get(name) ?? (name.includes('/') ? this.models.get(`${packageOf(name)}/*`) : undefined);
  }

  /** Whether an adapter reads the package of this name. */
  isFramework(name: string): boolean {
    return this.frameworks.has(name);
  }

  /** What a program gets that imports the module, which is noted as used; null when nobody models it. */
  imported(name: string): Value | null {
    const entry = this.modelOf(name);
    if (!entry) return null;
    if (entry.owner) {
      const list = this.used.get(entry.owner) ?? [];
      list.push(name);
      this.used.set(entry.owner, list);
    }
    return this.realm().load(entry);
  }

  /** Runs a transfer function of a library by itself, as if the program called it there. */
  run(transfer: Transfer, args: readonly Value[], site: Site): Value {
    return this.realm().run(transfer, args, site);
  }

  /** Names that the model of a module exports. */
  exportsOf(name: string): ReadonlySet<string> {
    let names = this.exported.get(name);
    if (!names) {
      const entry = this.modelOf(name);
      const value = entry ? this.realm().load(entry) : null;
      this.exported.set(
        name,
        (names = new Set(
          value?.kind === 'object' ? [...((value as Obj).props?.keys() ?? [])].filter((key): key is string => typeof key === 'string') : [],
        )),
      );
    }
    return names;
  }
}
