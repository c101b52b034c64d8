import { isAbsent, type Call, type Emit, type ObjectValue, type Value } from '@tool/scanner-sdk';
import { nestDiagnostics } from './diagnostics.js';
import { broughtBy } from './package-modules.js';
import { pieceOf, type PathPart } from './paths.js';
import { routesOf } from './router-module.js';
import { KEYS, storeOf } from './store.js';

/** Alternatives of a value that decides whether something is there: registered under their conditions. */
export interface Choice {
  readonly value: Value;
  readonly alternatives: readonly Value[];
}

export interface Listed {
  readonly value: Value;
  readonly choices: readonly Choice[];
}

export interface ModuleEntry {
  readonly cls: ObjectValue;
  readonly controllers: readonly Listed[];
  readonly providers: readonly Value[];
  /** The modules that it imports and that are known. */
  readonly imports: ModuleEntry[];
  choices: readonly Choice[];
  readonly depth: number;
  /** By its decorator, or by what made it. */
  readonly global: boolean;
}

export interface ModuleGraph {
  /** In the order in which the framework meets them: a module before what it imports. */
  readonly modules: readonly ModuleEntry[];
  /** What `RouterModule.register` puts before the paths of a module's controllers. */
  readonly prefixes: ReadonlyMap<ObjectValue, readonly PathPart[]>;
}

/** The alternatives of a value, each with the choice it is; what may be absent leaves nothing. */
export function variants(value: Value): readonly Listed[] {
  if (isAbsent(value)) return [];
  if (value.kind !== 'oneOf') return [{ value, choices: [] }];
  return value.values
    .filter((alternative) => !isAbsent(alternative))
    .map((alternative) => ({ value: alternative, choices: [{ value, alternatives: [alternative] }] }));
}

/** Runs under all the choices, outermost first. */
export function underChoices(emit: Emit, choices: readonly Choice[], run: () => void): void {
  const [first, ...rest] = choices;
  if (!first) {
    run();
    return;
  }
  emit.branch(first.value, (alternative) => {
    if (first.alternatives.includes(alternative)) underChoices(emit, rest, run);
  });
}

/** The choices of what is there in either of two ways: none of a value whose every alternative leads to it. */
function eitherWay(one: readonly Choice[], other: readonly Choice[]): readonly Choice[] {
  const around = one.slice(0, -1);
  const [last, also] = [one.at(-1), other.at(-1)];
  if (one.length !== other.length || !last || !also) return one.length <= other.length ? one : other;
  if (
    last.value !== also.value ||
    around.some(
      ({ value, alternatives }, index) =>
        value !== other[index]!.value || alternatives.some((each) => !other[index]!.alternatives.includes(each)),
    )
  )
    return one;
  const alternatives = [...new Set([...last.alternatives, ...also.alternatives])];
  return last.value.kind === 'oneOf' && last.value.values.every((each) => alternatives.includes(each))
    ? around
    : [...around, { ...last, alternatives }];
}

/** `forwardRef(() => X)` and promises of modules are what they lead to. */
function settled(call: Call, value: Value): Value {
  const awaited = call.awaited(value);
  if (awaited.kind !== 'object' || call.isFunction(awaited)) return awaited;
  const forward = call.get(awaited, 'forwardRef');
  return call.isFunction(forward) ? call.invoke(forward, []) : awaited;
}

/** The class of a dynamic module; where it is not known, the module stands for it: what it lists is served all the same. */
function classOf(call: Call, dynamic: ObjectValue): ObjectValue | null {
  const module = settled(call, call.get(dynamic, 'module'));
  const [cls] = variants(module).flatMap(({ value }) => (value.kind === 'object' ? [value] : []));
  return cls ?? (module.kind === 'unknown' ? dynamic : null);
}

/** Walks the modules from the root, as the framework's scanner does. */
export function walkModules(call: Call, emit: Emit, root: Value): ModuleGraph {
  const store = storeOf(call);
  const modules: ModuleEntry[] = [];
  const prefixes = new Map<ObjectValue, readonly PathPart[]>();
  const met = new Map<ObjectValue, ModuleEntry>();

  const listed = (what: string, lists: readonly (Value | null)[]): Listed[] =>
    lists.flatMap((given) =>
      (given ? variants(given) : []).flatMap((list): Listed[] => {
        if (list.value.kind === 'const') return [];
        const elements = list.value.kind === 'object' ? call.elements(list.value) : null;
        if (!elements || call.isOpen(list.value)) emit.report(nestDiagnostics, 'open-list', { what });
        return (elements ?? []).flatMap((element) =>
          // Alternatives of an import are visited together.
          (what !== 'imports' ? variants(element) : isAbsent(element) ? [] : [{ value: element, choices: [] }]).map((one) => ({
            value: one.value,
            choices: [...list.choices, ...one.choices],
          })),
        );
      }),
    );

  const visit = (value: Value, choices: readonly Choice[], depth: number, importedBy: ModuleEntry | null): void => {
    enter(value, choices, depth, importedBy)?.();
  };
  /** What comes back visits its imports: alternatives of one module stand together, in front of what they import. */
  const enter = (value: Value, choices: readonly Choice[], depth: number, importedBy: ModuleEntry | null): (() => void) | undefined => {
    const definition = settled(call, value);
    if (definition.kind === 'oneOf') {
      const entered = variants(definition).map((one) => enter(one.value, [...choices, ...one.choices], depth, importedBy));
      return () => {
        for (const imports of entered) imports?.();
      };
    }
    if (definition.kind === 'unknown') {
      // What a package brings along has no routes of the project. An unknown root is reported with the application.
      const brought = definition.provenance && broughtBy(call, definition.provenance);
      if (brought) {
        const { imports, ...entry } = brought;
        const own: ModuleEntry = { ...entry, choices, depth, controllers: [], imports: [] };
        modules.push(own);
        importedBy?.imports.push(own);
        for (const one of listed('imports', [imports])) visit(one.value, [...choices, ...one.choices], depth + 1, own);
      }
      if (depth > 0 && !definition.provenance && !isAbsent(definition))
        emit.report(nestDiagnostics, 'unknown-module', { why: definition.why });
      return undefined;
    }
    if (definition.kind !== 'object' || depth > 100) return undefined;
    const dynamic = call.isFunction(definition) ? null : definition;
    const cls = dynamic ? classOf(call, dynamic) : definition;
    for (const [module, path] of routesOf(call, definition)) prefixes.set(module, path);
    const known = met.get(definition);
    if (known) {
      known.choices = eitherWay(known.choices, choices);
      importedBy?.imports.push(known);
      return undefined;
    }
    if (!cls) return undefined;
    const own = (key: string): Value | null => store.read(call, cls, key);
    const extra = (key: string): Value | null => {
      const list = dynamic ? call.get(dynamic, key) : null;
      return list && !call.isUndefined(list) ? list : null;
    };
    const entry: ModuleEntry = {
      cls,
      choices,
      depth,
      imports: [],
      global: own(KEYS.global) !== null || (dynamic !== null && call.truthy(call.get(dynamic, 'global')) === true),
      controllers: listed('controllers', [own(KEYS.controllers), extra('controllers')]),
      providers: listed('providers', [own(KEYS.providers), extra('providers')]).map((one) => one.value),
    };
    met.set(definition, entry);
    modules.push(entry);
    importedBy?.imports.push(entry);
    const path = own(KEYS.modulePath);
    if (path && !prefixes.has(cls)) prefixes.set(cls, pieceOf(path));
    return () => {
      for (const one of listed('imports', [own(KEYS.imports), extra('imports')]))
        visit(one.value, [...choices, ...one.choices], depth + 1, entry);
    };
  };
  visit(root, [], 0, null);
  return { modules, prefixes };
}
