import { routerOf, type Value } from '@tool/scanner-sdk';
import {
  delegatesOf,
  exportNames,
  exportOf,
  mayRegister,
  moduleOf,
  runModule,
  settlePending,
  startedWith,
  unknown,
  type Evaluator,
  type EvaluatorHost,
  type ModuleRecord,
  type Obj,
} from '../evaluator/index.js';
import { ts } from '../typescript/index.js';
import { packageFolder } from './entries.js';
import type { ProjectFiles } from './sources/project-files.js';
import type { TreeBuilder } from './tree/tree-builder.js';

/** Full fuel for one export; a call chain below it gets what is left. */
const EXPORT_FUEL = 4_000_000;

/**
 * Platforms that start a module (workers, Bun, Deno, functions) serve its default export: an application, or an object whose `fetch` is one's.
 * A function of the program counts when it hands its request to an application.
 */
export function serveDefaultExport(evaluator: Evaluator, builder: TreeBuilder, record: ModuleRecord): void {
  const value = exportOf(evaluator, record, 'default');
  if (value?.kind !== 'object') return;
  const answers =
    routerOf(value) === null && !(value as Obj).fn ? evaluator.get(value, 'fetch', evaluator.topContext(record), record.source) : value;
  for (const alternative of answers.kind === 'oneOf' ? answers.values : [answers]) {
    for (const host of routerOf(alternative) === null ? delegatesOf(evaluator, alternative) : [alternative]) {
      const router = routerOf(host);
      if (router !== null) builder.serve(router);
    }
    // An application may be made for each request, from what the platform hands over.
    if (alternative.kind === 'object' && !builder.servesRoutes() && (alternative as Obj).fn?.kind === 'closure')
      handOver(evaluator, alternative as Obj, value, record);
  }
}

/** Calls a function that a platform calls for each request, when it can make an application. */
function handOver(evaluator: Evaluator, answer: Obj, self: Value, record: ModuleRecord): void {
  if (!mayRegister(evaluator, answer) || answer.fn?.kind !== 'closure' || evaluator.called.has(answer.fn.node)) return;
  const { parameters } = answer.fn.node;
  evaluator.trying = true;
  try {
    evaluator.call(
      answer,
      self,
      parameters.map((parameter) => unknown(`what the platform gives for ${parameter.name.getText(record.source)}`)),
      evaluator.topContext(record),
      record.source,
    );
    evaluator.drain();
  } finally {
    evaluator.trying = false;
  }
}

/**
 * Exports of programs that nobody calls: a function that makes an application is called with unknown arguments, a class is constructed, then
 * its statics, getters and methods that make one. Only while nothing of their package serves yet.
 */
export function callUnusedExports(
  evaluator: Evaluator,
  servesIn: (folder: string) => boolean,
  host: EvaluatorHost,
  files: ProjectFiles,
  ran: readonly string[],
  reaching: readonly string[],
): void {
  const tried = new Set<ts.Node>();
  const tryModules = (list: readonly string[]): void => {
    for (const file of list) {
      const folder = packageFolder(files, file);
      const serves = (): boolean => servesIn(folder);
      if (serves()) continue;
      const record = moduleOf(evaluator, file);
      if (!record) continue;
      startedWith(evaluator, file);
      host.workingDirectory = folder;
      if (record.state === 'new')
        evaluator.guarded(`the module ${files.display(file)}`, null, EXPORT_FUEL, () => runModule(evaluator, record));
      const context = evaluator.topContext(record);
      let names: readonly string[] = [];
      // Reading an export may run a module.
      evaluator.guarded(`the exports of ${files.display(file)}`, null, EXPORT_FUEL, () => {
        names = exportedNames(evaluator, record);
      });
      for (const name of names) {
        let value: Value | null = null;
        evaluator.guarded(`the export ${name} of ${files.display(file)}`, null, EXPORT_FUEL, () => {
          value = exportOf(evaluator, record, name);
        });
        const exported = value as Value | null;
        if (exported?.kind !== 'object' || serves()) continue;
        evaluator.guarded(`the export ${name} of ${files.display(file)}`, null, EXPORT_FUEL, () => {
          callUnused(evaluator, exported as Obj, context, record, tried);
          evaluator.drain();
          settlePending(evaluator);
          evaluator.drain();
        });
      }
    }
  };
  evaluator.trying = true;
  tryModules(ran);
  const alreadyRan = new Set(ran);
  tryModules(reaching.filter((file) => !alreadyRan.has(file)));
  evaluator.trying = false;
}

const exportedNames = (evaluator: Evaluator, record: ModuleRecord): string[] =>
  record.isEsm ? exportNames(evaluator, record, new Set()) : ['default', ...exportNames(evaluator, record, new Set())];

function callUnused(
  evaluator: Evaluator,
  value: Obj,
  context: ReturnType<Evaluator['topContext']>,
  record: ModuleRecord,
  tried: Set<ts.Node>,
): void {
  const data = value.fn;
  // Only what can tell a framework something is worth a call without arguments: the rest is the program's business.
  if (data && !mayRegister(evaluator, value)) return;
  const argumentsFor = (parameters: readonly ts.ParameterDeclaration[]): Value[] =>
    parameters.map((parameter) => unknown(`the argument ${parameter.name.getText(record.source)} of an exported function`));
  if (data?.kind === 'closure') {
    if (tried.has(data.node) || evaluator.called.has(data.node)) return;
    tried.add(data.node);
    evaluator.call(value, unknown('this'), argumentsFor(data.node.parameters), context, record.source);
  } else if (data?.kind === 'class') {
    if (tried.has(data.node) || evaluator.called.has(data.node)) return;
    tried.add(data.node);
    const constructor = data.node.members.find(
      (member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member) && member.body !== undefined,
    );
    let instance: Value = unknown('an instance');
    evaluator.guarded('a constructor', null, EXPORT_FUEL / 4, () => {
      instance = evaluator.construct(value, argumentsFor(constructor?.parameters ?? []), context, record.source);
    });
    for (const member of data.node.members) {
      if (
        !(ts.isMethodDeclaration(member) || ts.isGetAccessorDeclaration(member)) ||
        !member.body ||
        evaluator.called.has(member) ||
        tried.has(member) ||
        !ts.isIdentifier(member.name)
      )
        continue;
      tried.add(member);
      const isStatic = ts.getModifiers(member)?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword) ?? false;
      const target: Value = isStatic ? value : instance;
      evaluator.guarded('a method', null, EXPORT_FUEL / 4, () => {
        const method = evaluator.get(target, (member.name as ts.Identifier).text, context, record.source);
        if (ts.isMethodDeclaration(member)) evaluator.call(method, target, argumentsFor(member.parameters), context, record.source);
      });
    }
  } else if (!data && !value.host && value.props) {
    for (const own of value.props.values())
      if (own.value.kind === 'object' && (own.value as Obj).fn?.kind === 'closure')
        callUnused(evaluator, own.value as Obj, context, record, tried);
  }
}
