import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { shortText, ts } from '../language/syntax.js';
import { constant, type Site } from '../values/values.js';

/** What names of calls consist of that read one value by its name: `get`, `getString`, `envVar`, `int`. */
const READER =
  /^(?:get|getenv|read|env|environment|var|variable|config|setting|option|param|parameter|as|or|with|else|default|optional|fallback|str|string|text|int|integer|num|number|float|bool|boolean|url|port)$/;

/** `API_VERSION`: names of variables of the environment. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

/** `server.port`, `api:prefix`: names of settings, where what is asked says that it holds such. */
const SETTING = /^[A-Za-z_$][\w$-]*(?:[.:/][\w$-]+)*$/;
const HOLDS_SETTINGS = /[Ee]nv(?![a-z])|[Hh]abitat|[Cc]onf(?:ig(?:s|uration)?)?(?![a-z])|[Ss]ettings?(?![a-z])/;

/**
 * `env.get('API_VERSION', 'v1')`: a package that nobody can see into is asked for a value by a literal name, and told what to give where nothing is set. The source
 * says the same as `process.env.API_VERSION || 'v1'` does: the default, which is configurable.
 */
export function settingWithDefault(evaluator: Evaluator, callee: Value, args: readonly Value[], node: ts.Node, site: Site): Value | null {
  if (evaluator.observer || args.length !== 2 || !ts.isCallExpression(node)) return null;
  if (callee.kind !== 'unknown' || !callee.provenance || callee.provenance.module.startsWith('node:') || callee.carries.length > 0)
    return null;
  const [key, fallback] = args;
  if (key?.kind !== 'const' || typeof key.value !== 'string' || fallback?.kind !== 'const' || fallback.value == null) return null;
  if (!isReader(node.expression)) return null;
  const variable = VARIABLE.test(key.value);
  if (!variable && !(SETTING.test(key.value) && HOLDS_SETTINGS.test(`${node.expression.getText()} ${callee.provenance.module}`)))
    return null;
  const stated = variable ? evaluator.host.environment(key.value) : undefined;
  return constant(stated ?? fallback.value, site, shortText(node));
}

function isReader(callee: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : '';
  return name.split(/_|(?<=[a-z])(?=[A-Z])/).every((word) => READER.test(word.toLowerCase()));
}
