import { loadFile, summarizeSyntax, type Evaluator, type ModuleRecord } from '../../evaluator/index.js';
import { ts } from '../../typescript/index.js';
import type { SourceGraph } from './source-graph.js';

/** JavaScript runs what it imports even when it never uses the name; TypeScript elides such an import. */
export function runUnreadImports(evaluator: Evaluator, graph: SourceGraph): void {
  for (let index = 0; index < evaluator.imports.length; index++) {
    const entry = evaluator.imports[index]!;
    if (
      entry.read ||
      evaluator.modules.get(entry.file)?.state === 'done' ||
      /\.[cm]?tsx?$/.test(entry.from.file) ||
      !graph.reachesFramework(entry.file)
    )
      continue;
    if (entry.names.some((name) => usesName(entry.from, name))) continue;
    entry.read = true;
    loadFile(evaluator, entry.file);
  }
}

const usedNames = new WeakMap<ModuleRecord, { readonly all: ReadonlySet<string>; readonly asked: Set<string> }>();

/** Whether the statements of a module, beside its imports, mention a name as a value. */
export function usesName(module: ModuleRecord, name: string): boolean {
  let names = usedNames.get(module);
  if (!names) usedNames.set(module, (names = { all: namesIn(module.source), asked: new Set() }));
  names.asked.add(name);
  return names.all.has(name);
}

/** Names that the statements of a file mention, beside what it imports. */
function namesIn(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    // What an interface extends is a type.
    if (ts.isImportDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) continue;
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations)
        if (declaration.initializer) for (const used of summarizeSyntax(declaration.initializer).free) names.add(used);
      continue;
    }
    for (const used of summarizeSyntax(statement).free) names.add(used);
    if (ts.isClassDeclaration(statement)) for (const used of namesOfMetadata(statement)) names.add(used);
  }
  return names;
}

const isDecorated = (node: ts.HasModifiers): boolean => node.modifiers?.some(ts.isDecorator) === true;

/** Classes that types of a decorated class name are handed to its decorators as values: `constructor(boats: BoatService)`. */
function namesOfMetadata(cls: ts.ClassDeclaration): readonly string[] {
  return cls.members.flatMap((member) => {
    const parameters = ts.isConstructorDeclaration(member) || ts.isMethodDeclaration(member) ? member.parameters : [];
    const isTold =
      parameters.some(isDecorated) ||
      (ts.isConstructorDeclaration(member) ? isDecorated(cls) : ts.canHaveModifiers(member) && isDecorated(member));
    const typed = ts.isPropertyDeclaration(member) ? [member] : parameters;
    return isTold
      ? typed.flatMap(({ type }) => (type && ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) ? [type.typeName.text] : []))
      : [];
  });
}

/** Whether a module in its text as it is now uses the names that were asked for as it did. */
export function usesTheSame(module: ModuleRecord, now: ts.SourceFile): boolean {
  const names = usedNames.get(module);
  if (!names) return true;
  const found = namesIn(now);
  return [...names.asked].every((name) => names.all.has(name) === found.has(name));
}
