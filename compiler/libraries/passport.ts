import {
  admitted,
  defineHostType,
  defineLibrary,
  type Call,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';

/** The name that a strategy of a package has where the program gives it none: that of its package, without what all of them begin with. */
function kindOf(strategy: Value): string | null {
  if (strategy.kind !== 'unknown' || !strategy.provenance) return null;
  const { module, path } = strategy.provenance;
  // One package with two of them: `BasicStrategy`, `DigestStrategy`.
  if (module === 'passport-http') return /^(\w+?)Strategy\b/.exec(path.split('.').at(-1)!)?.[1]?.toLowerCase() ?? null;
  if (module === 'passport-azure-ad' && path.includes('Bearer')) return 'oauth-bearer';
  return /^passport-(?:http-)?([\w-]+)$/.exec(module)?.[1]?.replace(/-oauth20?$|-?oauth2?$/, '') ?? null;
}

/** The name that a strategy has where `use` gives it none. */
const nameOf = (call: Call, strategy: Value): string | null =>
  kindOf(strategy) ?? (strategy.kind === 'object' ? call.text(call.get(strategy, 'name')) : null);

/** `new JwtStrategy(options, verify)`: the function that says who it is, and what the package is told. */
function verification(call: Call, strategy: Value): Value | null {
  const args = strategy.kind === 'unknown' ? (strategy.provenance?.args ?? []) : [];
  // Neither ever fails.
  if (strategy.kind === 'unknown' && /^passport-(?:anonymous|remember-me)$/.test(strategy.provenance?.module ?? ''))
    return call.record({ admitsAnybody: call.const(true) });
  if (strategy.kind === 'object' && call.isFunction(call.get(strategy, 'authenticate')))
    return call.record({ verify: call.fn('authenticate', ownVerdict(strategy)), kind: call.const('custom') });
  const verify = args.findLast((arg) => call.isFunction(arg));
  if (!verify) return null;
  const [options] = args;
  const option = (name: string): Value =>
    options?.kind === 'object' && !call.isFunction(options) ? call.get(options, name) : call.const(undefined);
  return call.record({
    verify,
    kind: call.const(kindOf(strategy)),
    options: options ?? call.const(undefined),
    jwtFromRequest: option('jwtFromRequest'),
  });
}

/** A strategy that the program wrote: passport gives it the methods by which it says whom it lets in. */
const ownVerdict =
  (strategy: Value): Transfer =>
  (call) => {
    const [request, done] = call.args;
    const asked = call.invoke(call.get(call.global!('Object'), 'create'), [strategy]);
    const says = (name: string, verdict: (given: readonly Value[]) => readonly Value[] | null): void => {
      call.set(
        asked,
        name,
        call.fn(name, (at) => {
          const told = verdict(at.args);
          if (told) at.invoke(done!, told);
        }),
      );
    };
    let passesOn = false;
    // Where strangers are passed on it is certain that whoever is let in is somebody; elsewhere nobody knows what else is done with what was not found.
    says('success', ([user]) => [
      call.const(null),
      user ?? call.const(undefined),
      ...(passesOn ? [call.const(undefined), call.const(true)] : []),
    ]);
    says('pass', () => {
      passesOn = true;
      return [call.const(null), call.const(undefined), call.const(undefined), call.const(true)];
    });
    for (const name of ['fail', 'redirect']) says(name, () => [call.const(null), call.const(false)]);
    // Where strangers are passed on, an error is a failure, as of a database, and refuses nobody for who that is.
    says('error', ([error]) => (passesOn ? null : [error ?? call.const(null)]));
    return call.invoke(call.get(strategy, 'authenticate'), [request!, call.record({})], asked);
  };

/** `passport.use(strategy)`, `passport.use('name', strategy)`. */
const use: Transfer = (call) => {
  const [first, second] = call.args;
  const strategy = second ?? first;
  const name = second && first ? call.text(first) : strategy ? nameOf(call, strategy) : null;
  const found = strategy && name !== null ? verification(call, strategy) : null;
  if (found && name !== null) {
    const all = call.get(call.receiver, '_strategies');
    // Two of one name in two instances: nobody knows which one is asked.
    const others = call
      .alternatives(call.get(all, name))
      .filter((each) => each.kind === 'object' && call.get(each, 'by') !== call.receiver);
    call.set(found, 'by', call.receiver);
    call.set(all, name, others.length > 0 ? (call.oneOf?.([...others, found], 'a strategy') ?? found) : found);
  }
  return call.receiver;
};
/** Which one nobody can read (`User.deserializeUser()` of a plugin) says somebody all the same. */
const deserialize: Transfer = (call) => {
  const [fn] = call.args;
  if (fn) call.set(call.receiver, '_deserializer', call.isFunction(fn) ? fn : call.fn('deserializeUser', somebody));
};
const somebody: Transfer = (call) => {
  const user = call.unknown('who is logged in');
  const done = call.args.at(-1);
  if (done && call.isFunction(done)) call.invoke(done, [call.const(null), user]);
  return user;
};

/** What the package exports; what it does with requests is the affair of whoever hands them to it. */
const selfType = (module: string): HostType<null> =>
  defineHostType<null>({
    name: 'Passport',
    inert: true,
    methods: { use, deserializeUser: deserialize, registerUserDeserializer: deserialize },
    getters: { default: (call) => call.receiver },
    missing: (call, key) =>
      ['then', 'constructor', '__esModule', 'module.exports', '_deserializer'].includes(key)
        ? undefined
        : call.unknown(`${key} of ${module}`, { module, path: `default.${key}` }),
  });
/** The module is its own default export, and exports the class of which that is one. All of these have the same strategies here. */
const model =
  (module: string): ModuleModel =>
  (realm) => {
    const type = selfType(module);
    const shared = { _strategies: realm.record({}) };
    const cls = realm.fn('Passport', (call) => call.host(type, null, shared), { prototype: realm.prototype(type) });
    return realm.host(type, null, { ...shared, Passport: cls, Authenticator: cls });
  };

/** `authenticate(names, options?, (err, user) => …)`. */
const judged =
  (module: string): Transfer =>
  (call) =>
    judgedUser(call, module, call.args[0]) ?? call.unknown('who is let in');

/** Who is let in: the user, or `false` for nobody, as of a request that says nothing of who sends it. */
function judgedUser(call: Call, module: string, strategies: Value | undefined): Value | null {
  const verdict = admitted(call, { incoming: () => call.unknown('what a strategy takes') }, module, strategies);
  if (call.isOfNobody && verdict?.refuses !== false) return call.const(false);
  const user = verdict?.user;
  return user ? (call.oneOf?.([user, call.const(false)], 'who is let in') ?? user) : null;
}

/** passport and its kin: which functions of the program say who the caller is. */
export const passportLibrary = defineLibrary({
  modules: Object.fromEntries(['passport', 'koa-passport', '@fastify/passport', 'fastify-passport'].map((name) => [name, model(name)])),
  hands: { passport: { authenticate: judged('passport') }, 'koa-passport': { authenticate: judged('koa-passport') } },
});
