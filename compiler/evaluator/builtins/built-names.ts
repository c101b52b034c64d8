import { bySyntax, walk } from '../language/syntax.js';
import { ts } from '../../typescript/index.js';
import type { Evaluator } from '../evaluator.js';
import type { Frame, ModuleRecord, Site } from '../values/values.js';

const TYPESCRIPT = /(?<!\.d)\.([cm]?)tsx?$/;

/** The name that a build gives to a source. */
export const builtName = (name: string): string => name.replace(TYPESCRIPT, '.$1js');

interface Wanted {
  readonly built: boolean;
  readonly sources: boolean;
}

const wantedBy = bySyntax<Wanted>();

const EITHER = /\[(?:jt|tj)\]|[jt]\|[jt]/;
const BUILT = /(?:^|[^\w/@-])[cm]?jsx?(?![\w-])/;
const SOURCE = /(?:^|[^\w/@-])[cm]?tsx?(?![\w-])/;

/** Which names of files the texts of a module speak of: `'.js'`, `/\.[jt]s$/`. Sentences and paths of modules do not count. */
function wantedIn(module: ModuleRecord): Wanted {
  const known = wantedBy.get(module.source);
  if (known) return known;
  let [built, sources] = [false, false];
  walk(module.source, (node) => {
    const text =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
        ? /\s|\/(?!.*\*)/.test(node.text)
          ? ''
          : node.text
        : ts.isRegularExpressionLiteral(node)
          ? node.text.replace(/^\/|\/\w*$/g, '')
          : '';
    const either = ts.isRegularExpressionLiteral(node) && EITHER.test(text);
    built ||= either || BUILT.test(text);
    sources ||= either || SOURCE.test(text);
    return null;
  });
  const wanted = { built, sources };
  wantedBy.set(module.source, wanted);
  return wanted;
}

/**
 * Sources are run as they were written, while a server may be started as it was built. A program in TypeScript that goes through a folder and speaks of
 * `.js` alone finds what its sources are built to.
 */
export function looksForBuilt(evaluator: Evaluator, { module }: Site): boolean {
  if (!TYPESCRIPT.test(module.file)) return false;
  const callers: (ModuleRecord | null)[] = [];
  for (let frame: Frame | null = evaluator.frame; frame; frame = frame.parent) callers.push(frame.callModule);
  for (const each of new Set([module, ...callers])) {
    const wanted = each && wantedIn(each);
    if (wanted?.built || wanted?.sources) return !wanted.sources;
  }
  return false;
}
