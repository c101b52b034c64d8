import type { Call, Value } from '@tool/scanner-sdk';

/** Runs one check as a hook is run: what it throws, is rejected with or calls back with is thrown. */
function check(call: Call, fn: Value): void {
  const done = call.fn('done', (inner) => {
    const given = inner.args[0] ?? inner.const(undefined);
    const [error] = inner.alternatives(given).filter((each) => inner.truthy(each) !== false);
    if (!error) return;
    if (!inner.either || inner.truthy(given) === true) inner.throws!(given);
    inner.either!(given, (isError) => {
      if (isError) inner.throws!(error);
    });
  });
  call.awaited(call.invoke(fn, [...call.args.slice(0, 2), done], call.receiver));
}

/** The groups of checks one after the other, until all of one let the request pass. The last refusal is answered with 401 where nobody says otherwise. */
function anyOf(call: Call, [group, ...rest]: readonly (readonly Value[])[]): void {
  const run = (): void => group!.forEach((fn) => check(call, fn));
  if (rest.length > 0) {
    call.catching!(run, () => anyOf(call, rest));
    return;
  }
  const reply = call.args[1]!;
  const status = call.get(reply, 'statusCode');
  call.set(reply, 'statusCode', call.const(401));
  // What may be thrown ends when all is run, with the status that was set.
  call.catching!(run, (error) => {
    call.set(reply, 'statusCode', call.const(401));
    call.throws!(error);
  });
  call.set(reply, 'statusCode', status);
}

/** Checks that are hooks of their own. */
export const alone = new WeakSet<Value>();

/** What runs where a function is a hook. */
export const hookRun = (call: Call, fn: Value): Value => (alone.has(fn) ? call.fn('auth', (inner) => anyOf(inner, [[fn]])) : fn);

/** `auth(functions, { relation })` of @fastify/auth, where all are functions of the program, or of packages and have to agree: those that all have to agree one by one, of others one for all. */
export function authOf(call: Call): Value | undefined {
  const [functions, options] = call.args;
  const list = functions && call.elements(functions);
  const groups = list?.map((each) => call.elements(each) ?? [each]);
  const all = groups?.flat() ?? [];
  if (!functions || call.isOpen(functions) || all.length === 0) return undefined;
  const together = options?.kind === 'object' && call.text(call.get(options, 'relation')) === 'and';
  if (!all.every((each) => each.kind === 'object' && call.isFunction(each))) {
    // Checks of packages that all have to agree are hooks as well.
    const isEach = together ? groups!.every((group) => group.length === 1) : groups!.length === 1;
    if (!isEach || !all.every((each) => call.isFunction(each) || (each.kind === 'unknown' && each.provenance !== null))) return undefined;
    return all.length === 1 ? all[0] : call.list(all);
  }
  const any = (alternatives: readonly (readonly Value[])[]): readonly Value[] => {
    const [first, ...also] = alternatives.flat();
    if (alternatives.length === 1 || !call.inPlaceOf) {
      for (const fn of alternatives[0]!) alone.add(fn);
      return alternatives[0]!;
    }
    return [call.inPlaceOf(first!, (inner) => anyOf(inner, alternatives), { name: 'auth', statuses: [401], also })];
  };
  // Of a list inside one that has to agree any one suffices.
  const checks = together ? groups!.flatMap((group) => any(group.map((each) => [each]))) : any(groups!);
  return checks.length === 1 ? checks[0] : call.list(checks);
}
