import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { STRING, shaped } from '../requests/observation.js';
import { FALSE, NULL, UNDEFINED, constant, prop, type Obj, type Site } from '../values/values.js';

/** As many as V8 keeps. */
const MAX_FRAMES = 10;

/** One of the calls that led to an error: the function that ran, and where it was. */
interface Called {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

function calledAt(evaluator: Evaluator, site: Site): readonly Called[] {
  const called: Called[] = [];
  for (let at: Site | null = site; at && called.length < MAX_FRAMES; at = at.frame && evaluator.siteOfCall(at.frame)) {
    const { module, frame, span } = at;
    const name = frame?.fn ? evaluator.describe(frame.fn) : module.isEsm ? '' : 'Object.<anonymous>';
    called.push({ name, file: `${module.isEsm ? 'file://' : ''}${module.file}`, line: span.line, column: span.column });
  }
  return called;
}

const written = ({ name, file, line, column }: Called): string =>
  name === '' ? `${file}:${line}:${column}` : `${name} (${file}:${line}:${column})`;

/**
 * Gives an object the member `stack`, as V8 writes it for an error that the set-up makes: programs look there for the file that has called them. Whoever is
 * the first to read it gets what the program's own `Error.prepareStackTrace` makes of the calls, where there is one. While requests are served it is a text
 * like any other.
 * @param heading what stands before the calls: the name and the message of the error
 */
export function defineStack(evaluator: Evaluator, error: Obj, heading: string, site: Site | null, constructor: Obj): void {
  if (evaluator.observer || !site) {
    evaluator.define(error, 'stack', shaped(STRING, 'a stack'), false);
    return;
  }
  const read = evaluator.native('stack', (inner) => {
    const called = calledAt(inner, site);
    const prepare = inner.ownProperty(constructor, 'prepareStackTrace')?.value;
    const isPrepared = prepare?.kind === 'object' && (prepare as Obj).fn !== null;
    const stack = isPrepared
      ? inner.call(prepare, constructor, [error, callSites(inner, called, site)], inner.contextOf(site), site.node)
      : constant([heading, ...called.map((each) => `    at ${written(each)}`)].join('\n'));
    // A request leaves nothing behind by reading it.
    if (!inner.observer) inner.define(error, 'stack', stack, false);
    return stack;
  });
  const write = evaluator.native('stack', (inner, _self, [given = UNDEFINED]) => {
    inner.define(error, 'stack', given, false);
    return UNDEFINED;
  });
  evaluator.defineAccessor(error, 'stack', 'get', read, false);
  evaluator.defineAccessor(error, 'stack', 'set', write, false);
}

/** The calls as `Error.prepareStackTrace` is given them. */
function callSites(evaluator: Evaluator, called: readonly Called[], site: Site): Value {
  return evaluator.list(
    called.map((each) => {
      const callSite = evaluator.object(site);
      const { name, file, line, column } = each;
      const answers: Readonly<Record<string, Value>> = {
        getFileName: constant(file),
        getScriptNameOrSourceURL: constant(file),
        getLineNumber: constant(line),
        getColumnNumber: constant(column),
        getFunctionName: name === '' || name === 'Object.<anonymous>' ? NULL : constant(name),
        getTypeName: NULL,
        getMethodName: NULL,
        getEvalOrigin: UNDEFINED,
        isNative: FALSE,
        isEval: FALSE,
        isConstructor: FALSE,
        toString: constant(written(each)),
      };
      callSite.props = new Map(Object.entries(answers).map(([key, value]) => [key, prop(evaluator.native(key, () => value))]));
      return callSite;
    }),
    site,
  );
}
