import type { Trace, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { ts } from '../language/syntax.js';
import type { Obj, Site } from '../values/values.js';

/** Fields in fields that are looked into: `send({ messages: [{ value: body }] })`. */
const DEPTH = 3;
/** A larger one is data of the program. */
const MAX_MEMBERS = 30;

/** Who logs, asks what something looks like, or whether it was signed, takes whatever comes. */
const ONLY_LOOKS =
  /\bcreateH(?:mac|ash)\(|[vV]erify|(?:^|[._])log(?:ger)?(?:\(\))?\.\w+$|(?:^|\.)(?:\w*log|trace|debug|verbose|http|info|notice|warn(?:ing)?|error|fatal|dir|inspect|format|print\w*|is[A-Z]\w*|capture\w+|addBreadcrumb|set(?:Extra|Context|Tag)s?)$/;

/** Whether a value is the body as it came in, or holds it or a copy of it with more; of a text nobody knows what is written in it. */
export function holdsBody(value: Value, depth = DEPTH): boolean {
  if (value.kind === 'oneOf') return value.values.some((each) => holdsBody(each, depth));
  if (value.kind === 'unknown')
    return (
      (value.trace?.part === 'body' && value.trace.path.length === 0 && value.shape?.kind !== 'string') ||
      (value.json !== undefined && holdsBody(value.json, depth))
    );
  if (value.kind !== 'object') return false;
  const { props, cls, host, rest, elements } = value as Obj;
  const members =
    host || depth === 0 ? [] : cls === 'Object' ? [...(props?.values() ?? [])].map((member) => member.value) : (elements ?? []);
  return (
    (rest !== null && holdsBody(rest, depth)) || (members.length <= MAX_MEMBERS && members.some((member) => holdsBody(member, depth - 1)))
  );
}

/** The body is handed as a whole to what nobody can see: whatever is in it, something is done with it. */
export function noteHandedBodies({ observer }: Evaluator, args: readonly Value[], site: Site): void {
  const { node } = site;
  const onlyLooks = (ts.isCallExpression(node) || ts.isNewExpression(node)) && ONLY_LOOKS.test(node.expression.getText());
  if (!onlyLooks && args.some((each) => holdsBody(each))) observer!.read({ part: 'body', path: [] }, site);
}

/** The body is taken member by member, whatever it is made of, and not for a log: `console.log(masked(request.body))`. */
export function noteListedBody({ observer, frame }: Evaluator, body: Trace, site: Site): void {
  for (let call = frame; observer && call; call = call.parent)
    for (let at = call.callNode; at && !ts.isStatement(at) && !ts.isFunctionLike(at); at = at.parent)
      if (ts.isCallExpression(at) && ONLY_LOOKS.test(at.expression.getText())) return;
  observer?.read(body, site);
}
