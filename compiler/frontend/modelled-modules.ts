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

/** The models of many, by the names of the modules: of two of one name the first counts. The owner is the id of an adapter, and empty for a library. */
function modelsOf<Of>(
  all: readonly Of[],
  partsOf: (each: Of) => Omit<ModelEntry, 'model'> & { readonly modules: Readonly<Record<string, ModuleModel>> },
): ReadonlyMap<string, ModelEntry> {
  const models = new Map<string, ModelEntry>();
  for (const each of all) {
    const { modules, ...entry } = partsOf(each);
    for (const [name, model] of Object.entries(modules)) if (!models.has(name)) models.set(name, { model, ...entry });
  }
  return models;
}

/** There are hundreds of libraries, the same for every scan of a process. */
const librariesModels = new WeakMap<readonly LibraryModel[], ReadonlyMap<string, ModelEntry>>();

/** The modules that adapters and libraries model: of two models of one name the first counts, and adapters come before libraries. */
export class ModelledModules {
  /** Modules of adapters that the program imported, by adapter. */
  readonly used = new Map<string, string[]>();
  private readonly ofAdapters: ReadonlyMap<string, ModelEntry>;
  private readonly ofLibraries: ReadonlyMap<string, ModelEntry>;
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
    this.ofAdapters = modelsOf(adapters, ({ modules, id }) => ({ modules, owner: id, reachesHosts: true }));
    let ofLibraries = librariesModels.get(libraries);
    if (!ofLibraries)
      librariesModels.set(
        libraries,
        (ofLibraries = modelsOf(libraries, ({ modules, runsOthers }) => ({ modules, owner: '', reachesHosts: runsOthers === true }))),
      );
    this.ofLibraries = ofLibraries;
    this.frameworks = new Set(adapters.flatMap((adapter) => adapter.packages));
    this.onLoad = new Set(adapters.flatMap((adapter) => adapter.onLoad ?? []));
  }

  has(name: string): boolean {
    return this.modelOf(name) !== undefined;
  }

  /** The model of a module, or the one that stands for all modules of its package that have none: `@nestjs/common/*`. */
  private modelOf(name: string): ModelEntry | undefined {
    return this.named(name) ?? (name.includes('/') ? this.named(`${packageOf(name)}/*`) : undefined);
  }

  private named(name: string): ModelEntry | undefined {
    return this.ofAdapters.get(name) ?? this.ofLibraries.get(name);
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
