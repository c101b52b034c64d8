import type {
  Answer,
  BodyFacts,
  Catalogue,
  ChosenWay,
  DataUse,
  DiagnosticArguments,
  FactSource,
  PathTest,
  RouteConfig,
  RequestCondition,
  Refinement,
  RequestPart,
  Strategy,
  Shape,
  HandlerId,
  Json,
  MiddlewareId,
  MiddlewareType,
  Path,
  PathSyntax,
  RouterId,
  Span,
  DiagnosticId,
} from '@tool/ir';
import type { ObjectValue, Primitive, Provenance, Value } from './values.js';

/** The contract version; an adapter that was written against another one is reported and skipped. */
export const API_VERSION = 1;

/** What a call into the framework means. Returns the value of the call; nothing means `undefined`. */
export type Transfer = (call: Call, emit: Emit) => Value | void;

/** Builds the value that `require('<module>')` and `import … from '<module>'` give. Runs once, when first needed. */
export type ModuleModel = (realm: Realm) => Value;

export interface Adapter {
  /** Folder name and the owner of its diagnostics: `express`. */
  readonly id: string;
  /** For people: `Express 4 and 5`. */
  readonly title: string;
  readonly apiVersion: typeof API_VERSION;
  /** npm packages whose presence in a manifest or an import says that a project uses the framework. */
  readonly packages: readonly string[];
  /** npm module specifier → what it exports; `@scope/name/*`: every module of the package that is not listed itself. */
  readonly modules: Readonly<Record<string, ModuleModel>>;
  readonly diagnostics?: Catalogue;
  /**
   * The module (one of `modules`) that stands for a file which a command of the framework writes, asked where the file is not there, and where its
   * path looks like one of such files.
   * `path` is absolute, with an extension or without; `read` gives the text of a file of the project, or null; `list` the names in a folder.
   */
  readonly generated?: (path: string, read: (path: string) => string | null, list: (folder: string) => readonly string[]) => string | null;
  /** What the framework's own command does with a file's default export (`fastify start app.js`), for programs that make no application themselves. */
  readonly start?: {
    /** Finds the file in a script of a manifest: its first group. */
    readonly command: RegExp;
    /** Makes the application and gives it the export, which is the only argument. Does nothing with an export that is no plugin. */
    readonly run: Transfer;
  };
  /** Packages whose decorators register a class as soon as its file is loaded, whether or not anybody names it. */
  readonly onLoad?: readonly string[];
  /** Packages that call `handsOver`. */
  readonly answers?: readonly string[];
  /** Where to report a crash of the adapter. */
  readonly bugs?: string;
}

/** Declares an adapter; the identity function with its types checked. */
export const defineAdapter = (adapter: Adapter): Adapter => adapter;

/** What calls into a library mean that is no framework: merging, loading, wrapping. It creates no IR. */
export interface LibraryModel {
  readonly modules: Readonly<Record<string, ModuleModel>>;
  /** Module → name of a function → what its calls give, where nothing else is modelled of it. */
  readonly results?: Readonly<Record<string, Readonly<Record<string, Shape>>>>;
  /** The same for their arguments: what is handed to them is of these shapes. */
  readonly takes?: Readonly<Record<string, Readonly<Record<string, readonly Shape[]>>>>;
  /** Module → name of a function → what its calls hand to their callback, by Node's convention behind the error. Asked while requests are served. */
  readonly hands?: Readonly<Record<string, Readonly<Record<string, Transfer>>>>;
  /** Module → name of a function → the errors that its calls may end in where they are given no callback. Asked while requests are served. */
  readonly throws?: Readonly<Record<string, Readonly<Record<string, Transfer>>>>;
  /** Its functions run modules and classes that their callers do not mention: containers, loaders of folders, sequences of a start. */
  readonly runsOthers?: true;
  /** As of an adapter: the module that stands for a file which a command of the library writes, asked at the same times. */
  readonly generated?: Adapter['generated'];
}

export const defineLibrary = (library: LibraryModel): LibraryModel => library;

/** A kind of host object. `Data` is what the adapter keeps in each. */
export interface HostType<Data> {
  readonly name: string;
  /** npm package that the objects come out of: what is done with them counts as that package's doing. */
  readonly module?: string;
  /** Methods of the prototype that all its objects share. The program may patch it. */
  readonly methods: Readonly<Record<string, Transfer>>;
  /**
   * Further methods that its objects have and that register nothing. Where this is stated, calling any other in the set-up is reported: in Node that is a
   * TypeError.
   */
  readonly others?: readonly string[];
  /** Getters of the prototype. */
  readonly getters?: Readonly<Record<string, Transfer>>;
  /** Setters of the prototype: the value is the first argument. */
  readonly setters?: Readonly<Record<string, Transfer>>;
  /** Set when the object can be called as a function. */
  readonly call?: Transfer;
  /** The `name` of the function that the object is, where programs tell objects by it: it then has a `prototype` as functions have. */
  readonly functionName?: string;
  /** A method whose name only run time knows is called: `app[verb](path, handler)`. Without it such a call means nothing. */
  readonly dynamic?: Transfer;
  /** What a property is that neither the object nor its prototype has; without it: undefined. */
  readonly missing?: (call: Call, key: string) => Value | undefined;
  /** What a member that some arm has set is on the other ways. */
  readonly otherwise?: (call: Call, key: string) => Value | undefined;
  /** The program states types for the object (a variable, a parameter, a cast): those of packages, with what their arguments look like. The receiver is the object. */
  readonly stated?: (call: Call, types: readonly StatedType[]) => void;
  /** The object is given to a package that nobody reads (`register(app)`), which may do anything with it. The receiver is the object, the arguments are those of that call. */
  readonly handedOut?: (call: Call, emit: Emit, module: string, to: Provenance) => void;
  /** A stream goes into the object that a package has made: `stream.pipe(response)`, `pipeline(stream, response)`. The receiver is the object; `module` made the stream. */
  readonly piped?: (call: Call, module: string | null) => void;
  /** What a member holds after the program has set it to a value: a field of a document has the type of its column. */
  readonly assign?: (call: Call, key: string, value: Value) => Value;
  /** It is given members of a value of which nobody knows the names: `Object.assign(document, request.body)`. The receiver is the object. */
  readonly takes?: (call: Call, value: Value) => void;
  /** Nothing can be registered on it: where it goes does not matter (schemas, database clients, requests). */
  readonly inert?: true;
  /** Its prototype inherits from that one's. */
  readonly parent?: AnyHostType;
  /** A function that returns it to a promise has done its work: what waits for the promise does something only where it returned something else. */
  readonly ends?: true;
  /** Each arm of a program may leave one of its own: of so many alternatives none is given up. */
  readonly manifold?: true;
  /** The package makes the methods anew for each object, where they know it: `const { register } = container` may be called by itself. */
  readonly bound?: true;
  readonly $data?: Data;
}

/** A host type, whatever its objects hold: what takes one of these reads no data of it. */
// oxlint-disable-next-line @typescript-eslint/no-explicit-any -- a type of `unknown` data would not take those of others
export type AnyHostType = HostType<any>;

export const defineHostType = <Data>(type: HostType<Data>): HostType<Data> => type;

/** Makes values. */
export interface Realm {
  const(value: Primitive): Value;
  list(elements: readonly Value[]): Value;
  /** @param unset what could give the record more members: reading one gives `undefined` under the default configuration, another value under another */
  record(entries: Readonly<Record<string, Value>>, unset?: string): Value;
  /** A function the program can call or construct. `properties` are its own properties. */
  fn(name: string, transfer: Transfer, properties?: Readonly<Record<string | symbol, Value>>): ObjectValue;
  /** A new host object; `properties` are own properties. */
  host<Data>(type: HostType<Data>, data: Data, properties?: Readonly<Record<string, Value>>): ObjectValue;
  /** The prototype that all objects of the type share; the program may patch it. */
  prototype(type: AnyHostType): ObjectValue;
  /** What the evaluator knows nothing of. With a provenance, members and calls of it extend the path. */
  unknown(why: string, provenance?: { module: string; path: string; args?: readonly Value[] }): Value;
  regexp(source: string, flags?: string): Value;
  /** `process.env.<name>` as the program reads it: a configurable value, or `undefined` with the same taint. Optional in a host without configuration. */
  environment?(name: string): Value;
  /** What `process.env.<name> = value` does, for libraries that read files of variables. A value that the configuration states wins. */
  setEnvironment?(name: string, value: Value): void;
  /** A global of the program: `Promise`. */
  global?(name: string): Value;
  /** A value of which only the shape is known: objects become records and lists become open lists, whose members have the shapes below. */
  typed?(shape: Shape, why: string): Value;
  /** The project's files; absent in a host without any. */
  readonly project?: ProjectFiles;
}

/** The project's files, as the program sees them: absolute paths, or relative to the working directory. Nothing outside the project is visible. */
export interface ProjectFiles {
  /** What `process.cwd()` gives. */
  readonly workingDirectory: string;
  /** The folder of the file that makes the call: what `__dirname` gives there; the project's root when a module model asks. */
  readonly directory: string;
  /** The file that the program was started with. */
  readonly mainFile?: string;
  /** Entries of a folder in the order of the file system's names; null when there is no such folder in the project. */
  readDirectory(folder: string): readonly { readonly name: string; readonly directory: boolean }[] | null;
  exists(path: string): 'file' | 'directory' | 'nothing' | 'outside';
  /** The text of a file; null when it cannot be read. */
  readText(path: string): string | null;
  /** The data of a JSON or YAML file; Unknown when it cannot be read as such. Read once: callers that change it copy it. */
  data(path: string): Value;
  /** What a text of YAML says, as `data` gives it; null when it is none. */
  dataOfText(text: string): Value | null;
  /** What `require(path)` gives; Unknown when there is no such module. */
  load(path: string): Value;
  /** Adds a prefix of module specifiers (`module-alias`, `app-module-path` with prefix `''`). */
  alias?(prefix: string, folder: string): void;
}

/** One call (or construction, or getter read) and everything that can be asked about its values. */
export interface Call extends Realm {
  readonly receiver: Value;
  readonly args: readonly Value[];
  readonly isNew: boolean;
  /** The constructor `new` was applied to, which may be a subclass. */
  readonly newTarget: Value | null;
  /** The method name in the call. */
  readonly span: Span;

  /** The `Data` of a host object of this type (or null); follows a preferred alternative. */
  data<Data>(value: Value, type: HostType<Data>): Data | null;
  get(value: Value, key: string | symbol): Value;
  /** The same as the program itself takes it: what of a request was spread over the record may have brought another value. */
  sent?(value: Value, key: string): Value;
  set(value: Value, key: string | symbol, to: Value): void;
  /** Own enumerable entries, in order; null when the object is not known completely. */
  entries(value: Value): readonly (readonly [string, Value])[] | null;
  /** Elements of a list; null when it is not a list. `open` says that there may be more. */
  elements(value: Value): readonly Value[] | null;
  isOpen(value: Value): boolean;
  /** A known string, number, boolean …; undefined when the value is not a constant. Follows a preferred alternative. */
  constant(value: Value): Primitive;
  isUndefined(value: Value): boolean;
  /** What the framework gives instead of a value that a request lacks: of an absent header `''`. */
  insteadOf?(value: Value, given: Primitive): Value;
  text(value: Value): string | null;
  /** The source and flags of a regular expression. */
  pattern(value: Value): { source: string; flags: string } | null;
  /** Something that can be called: a function of the program, a class, a callable host object. */
  isFunction(value: Value): boolean;
  /** Who sends the request that is served now says nothing of who that is. Undefined in the set-up. */
  readonly isOfNobody?: boolean | undefined;
  /** Number of declared parameters of a function of the program; null when it is not known. */
  arity(value: Value): number | null;
  truthy(value: Value): boolean | null;
  /** Alternatives of a OneOf, or the value itself. */
  alternatives(value: Value): readonly Value[];
  /** Calls a function of the program (or anything that can be called) and returns its result. */
  invoke(fn: Value, args: readonly Value[], receiver?: Value): Value;
  construct(fn: Value, args: readonly Value[]): Value;
  /** Keeps the conditions of this call: what the result runs later is emitted under them. */
  bind(run: () => void): () => void;
  /** Runs something with fuel of its own; what the program throws in it ends it, is reported, and ends nothing else. False: it ended early. */
  attempt(what: string, run: () => void): boolean;
  /** Runs after the current top level, as Node runs timers, events and promise reactions. */
  later(fn: Value, args: readonly Value[]): void;
  /** Short text for messages and names: `auth`, `UserController.create`. */
  describe(value: Value): string;
  heldAs?(value: Value): string | undefined;
  /** Literal JSON of a value, or undefined when it is not literal; open parts are left out. */
  json(value: Value): Json | undefined;
  /** Awaits a promise value; any other value is itself. */
  awaited(value: Value): Value;
  /**
   * A generator function as an asynchronous one, and of a generator that has not begun its promise: each `yield` waits for what `waitsFor` makes of what
   * it gives out; `called` calls a function there. Anything else is itself.
   */
  asynchronous?(value: Value, waitsFor: (given: Value, called: (fn: Value) => Value) => Value): Value;
  /** A promise that is fulfilled with the value; without it a value stands for its promise. */
  promise?(value: Value): Value;
  /** What the program gets for a module specifier: `call.module('node:http')`. */
  module?(specifier: string): Value;
  /** Version or version range of a package, as the nearest manifest or the installed package states it; null when neither does. */
  packageVersion?(name: string): string | null;
  /** The entries that are known of an object that may have more; null when it is no object. */
  knownEntries?(value: Value): readonly (readonly [string, Value])[] | null;
  /** Says of an object or list that it may have more than what is known. */
  markOpen?(value: Value): void;
  /** What the source of copied members lacks only because nobody configured it may be in the target under another configuration. */
  lackLike?(target: Value, source: Value): void;
  /** Says of the values of a record that the source, of configuration values, would replace them where somebody configures it. */
  replaceable?(target: Value, source: Value): void;
  /** Host objects that a function hands its own parameters to: `(a, b) => router(a, b)`, `router.handle(a, b)`, and the receiver of a bound method of one. `members`: members of a parameter, dotted, that stand for it: `req.raw`. `modules`: those run that the function is the first to need. */
  delegates?(fn: Value, members?: readonly string[], modules?: boolean): readonly ObjectValue[];
  /** Whether it hands them to a variable that has no value yet: once the program has run, `delegates` may say more. `modules`: also to what a module gives that it is the first to need. */
  delegatesLater?(fn: Value, modules?: boolean): boolean;
  /** Whether it hands only some over. */
  delegatesSome?(fn: Value): boolean;
  /** Routes of a package answer the request that is served now, below this address (null: the handler's own): those of `register`, unless `router` is mounted. */
  handsOver?(to: { readonly below: string | null; readonly register: (emit: Emit) => RouterId | null; readonly router?: RouterId }): void;
  /** Whether errors of one of its parameters pass a function of the program unseen: `async (context, next) => { await next(); }` with 1. */
  letsErrorsThrough?(fn: Value, parameter: number): boolean;
  /** Whether a function of the program may do something with its other parameters once it has called this one: `async (context, next) => { await next(); context.body = …; }` with 1. */
  mayActBehind?(fn: Value, parameter: number): boolean;
  /** Whether a function says somewhere in its body that members of these names are set. */
  setsMembers?(fn: Value, names: readonly string[]): boolean;
  /** One of several values that only run time tells apart. */
  oneOf?(values: readonly Value[], condition: string): Value;
  /** What a value looks like, as far as it is known. */
  shapeOf?(value: Value): Shape;
  /**
   * From here on the value looks like this, because everything else was refused: what a validator does. Returns the value as it is behind the
   * validator: a record of the shape whose members still know where in the request they come from. Members of a record that is
   * not itself part of a request are refined one by one.
   */
  refine?(value: Value, shape: Shape, source: FactSource): Value;
  /**
   * A function that the framework runs in place of one of the program: it has that one's name and place, and what the body of that one does counts
   * as its doing. `args` are what decorators state for it (roles), `statuses` what the framework answers where the function refuses, `also` functions
   * of the program that it may run as well.
   */
  inPlaceOf?(
    fn: Value,
    transfer: Transfer,
    init?: {
      readonly name?: string;
      readonly args?: readonly Value[];
      readonly statuses?: readonly number[];
      readonly also?: readonly Value[];
    },
  ): ObjectValue;
  /** What the type arguments of the call (or of the class that is extended) look like, or one member of them, each asked for only when it is needed: `app.get<{ Body: … }>(…)`. */
  typeArguments?(): readonly ((member?: string) => Shape | undefined)[];
  /** A truth value that is false where the value does not look like the shape (`required`: nor where it is not there), as a program's own test of it is. */
  testFor?(value: Value, shape: Shape, init?: { readonly required?: boolean; readonly when?: boolean }): Value;
  /** It says who sends the request. */
  isToken?(value: Value): void;
  /** This call may throw the error instead of going on. `unless`: it does where one of these values does not look like this. */
  mayThrow?(error: Value, unless?: readonly Condition[]): void;
  /** Throws the error to the program, in place of a result. */
  throws?(error: Value): never;
  /** `if (condition) run(true) else run(false)`, for a value that the framework looks at: in each holds what its truth says of the request. */
  either?(condition: Value, run: (holds: boolean) => void): void;
  /** `try { run() } catch (error) { caught(error) }`: `caught` runs once for each error that some arm of `run` throws, under that arm's conditions; what it changes is taken back. */
  catching?(run: () => void, caught: (error: Value) => void): void;
  /** Runs something under the conditions under which functions of the program have returned the value, as answers are given that are made of it. */
  whereReturned?(value: Value, run: () => void): void;
  /** Whether this call is made in a `catch` that also handles what may have failed in its block in front of another call; `known`: an error that is known to be thrown. */
  handlesWhatCameBefore?(call: Call): boolean | 'known';
  /** Whether this call is made in a `catch` whose block another call is in; `known`: it handles an error that is known. */
  handlesWhatFails?(call: Call): boolean | 'known';
  /** Whether the program only asks whether this call, or member, gives anything. */
  isTested?(): boolean;
  /** Whether whoever serves the request does nothing more behind this call than return. Without it nobody knows. */
  isLast?(): boolean;
  /** Whether the caller catches what this call throws. */
  isTried?(): boolean;
  /** Runs something for its result; whether none of the ways through it ends in an error. */
  throwsNothing?(run: () => void): boolean;
  /** A list of unknown length whose elements all look like this one. */
  uniformList?(element: Value, mayBeEmpty?: boolean): Value;
  /** A cookie of the request whose headers, or whose header `cookie`, this value is (null: of the one that is served); undefined where it is neither. */
  cookieOf?(headers: Value | null, name: string): Value | undefined;
  /** A name of some member of a part of the request, which nobody listed: of a field that came in. Null where the value is no such part. */
  nameAmong?(holder: Value): Value | null;
  /** What such a name stands for. `isKnown`: the conditions of the program, here, say which names it may be. */
  namedBy?(name: Value): { readonly value: Value; readonly isKnown: boolean };
  /** The value is used as one of this shape (a column of a database, an argument of a package): what that says of a request is recorded. */
  takenAs?(value: Value, shape: Shape): void;
  /** A member of a record is set: what `takenAs` has said of it holds no longer. */
  takesBack?(record: Value, key: string): void;
  /**
   * A record of a database is read or written while a request is served. `where` and `values` are records: column → value.
   * `references`: columns that name records of another table → that table.
   */
  useData?(use: {
    readonly operation: DataUse['operation'];
    readonly entity: string;
    readonly where?: Value;
    readonly values?: Value;
    readonly references?: ReadonlyMap<string, string>;
  }): void;
  /** For each parameter of a class's constructor the class that its type names (what `emitDecoratorMetadata` gives), or null. */
  parameterClasses?(value: Value): readonly (Value | null)[] | null;
  /** Whether a class hands what it makes to somebody as soon as it is made: `constructor(registry) { registry.add(this); }`. */
  handsItselfOn?(value: Value): boolean;
  /** The properties that a class of the program declares itself, in order; null for anything else. */
  declaredMembers?(value: Value): readonly DeclaredMember[] | null;
  /** The class that the type of a property of a class of the program names, private ones included. */
  propertyClass?(value: Value, name: string): Value | null;
  /** The same for the parameters of a function, method or (its constructor) class of the program; one that is a pattern has the name ''. */
  declaredParameters?(value: Value): readonly DeclaredMember[] | null;
}

/** What a value has to look like. */
export interface Condition {
  readonly value: Value;
  readonly shape: Shape;
  /** It has to be there. */
  readonly required?: boolean;
}

/** A type that the program states: a generic type of a package by its name, or (without a name) members that the program adds to one. */
export interface StatedType {
  readonly name: string;
  /** What the type arguments look like, or one member of them; undefined for one that says nothing. */
  readonly arguments: readonly ((member?: string) => Shape | undefined)[];
  /** What the program declares a member to be. */
  member(name: string): Shape | undefined;
}

/** A property of a class, as it is declared. */
export interface DeclaredMember {
  readonly name: string;
  /** Declared with `?`, or with a value to begin with (`initial`). */
  readonly optional: boolean;
  readonly initial?: () => Value;
  readonly place: Span;
  /** What its type says, where it names no class. */
  readonly shape?: Shape | undefined;
  /** The class or enum that its type names; of the elements when `list`. */
  readonly cls?: Value;
  readonly list: boolean;
  /** How many decorators it has, where it has any. */
  readonly decorators?: number;
}

/**
 * Runs a function as the framework would for one request of which nothing is known: builds what the framework hands it, calls it with
 * `call.invoke`, waits for its result with `call.awaited` and tells `seen` what happened. It runs when the programs have run.
 */
export type Observe = (call: Call, seen: Observation) => void;

/** How a function ends that is called in front of others. */
export interface Ending {
  readonly thrown: readonly Value[];
  /** It answers, although it has not handed on, or has come back from an error. */
  readonly answers: boolean;
  /** It has handed on. */
  readonly reached: boolean;
}

export interface Observation {
  /** A value of the request: what the program reads of it is recorded with its path. `isSigned`: a cookie that bears the server's signature. */
  incoming(part: RequestPart, path?: readonly string[], isSigned?: boolean): Value;
  /** An answer is sent. What is not known is null. `when`: what `asked` gave where it was decided on, if that was before. `to`: where it sends the client. */
  answer(
    at: Pick<Call, 'span'>,
    answer: {
      readonly status: Value | number | null;
      readonly body?: Value;
      readonly contentType?: string;
      readonly description?: string;
      readonly when?: RequestCondition;
      readonly to?: Value;
      /** Nothing is handed on where it is sent, whatever is elsewhere: it is made of an error. */
      readonly final?: true;
    },
  ): void;
  /** What led here asks of address and method. `surely`: of those alone. */
  asked(surely?: boolean): RequestCondition;
  /** An error is handed to whoever handles errors; what the function throws is handed on by itself. */
  fail(at: Pick<Call, 'span'>, error: Value): void;
  /** The framework does not look at the promise which the function returns: what rejects it reaches no error handler, and nothing answers. */
  forgetRejections(): void;
  /** A member of the answer that who handles an error finds as it is when that is thrown: the status that was set before. `failed`: what a `catch` of others finds. */
  watch(object: Value, key: string, failed?: () => Value | undefined): void;
  /** What the watched member was when the program last returned the value; undefined where it did not. */
  returnedWith?(value: Value): Value | undefined;
  /** That member, as it was when the error was thrown that is handled now. */
  carried(): Value | undefined;
  /** Runs what is run for every route alike: which members of the body or the query it reads says nothing of this one. What it refuses counts. */
  alikeForAll?<Result>(run: () => Result): Result;
  /**
   * Whether errors of what a function calls pass it unseen, whatever they are. `endingOf` runs it in front of something that ends in this error, apart from all that is observed and on a request of which nothing is known: nothing that it does then counts. It is asked once, whoever asks.
   */
  letsErrorsThrough?(fn: Value, endingOf: (seen: Observation, error: Value) => Ending): boolean;
  /** Whether something holds of a function. `run` finds it out as `endingOf` of `letsErrorsThrough` does: apart, and once for each question, whoever asks. */
  isTrueOf?(question: string, fn: Value, run: (seen: Observation) => boolean): boolean;
  /** The body is read as this content type, where that is not JSON: `application/x-www-form-urlencoded`. */
  encoding(contentType: string): void;
  /** The function calls a middleware of a package with its own request. */
  calls?(middleware: Provenance): void;
  /** Requests to these paths are not refused: the function looks at the address first. */
  exempt(tests: readonly PathTest[]): void;
  /** Strategies of passport decide who the caller is. `extract`: they take what says so from the request. */
  asks(strategies: readonly Strategy[], extract: () => void): void;
  /** Control goes to what is registered behind; `past`: to what is behind the other functions of the same route. */
  passOn(past?: 'route'): void;
  /** Code that nobody can see into has what answers: it may answer. `by`: the package whose call ends the function, so that it is what answers. */
  mayAnswer?(by?: string): void;
  /** The function leaves a value on the request (`request.user = …`); functions behind it find it. */
  leave(name: string, value: Value): void;
  /** What functions of the program leave under this name; undefined when none does. */
  left(name: string): Value | undefined;
  /** Whether a condition around has asked for what others leave under this name, and found it. */
  stands(name: string): boolean;
}

/** What a registration itself states: a schema among a route's options. */
export interface StatedContract {
  readonly refinements: readonly Omit<Refinement, 'place'>[];
  readonly answers: readonly Omit<Answer, 'place'>[];
  /** Options that the route itself gives to a limiter which counts for every route. */
  readonly rateLimit?: Json;
  /** What functions in front find under `routeOptions.config` of a request: the alternatives of each member, none where it is not known; null where the members are not. */
  readonly config?: RouteConfig | null;
}

export interface RouterInit {
  readonly framework: string;
  readonly syntax: PathSyntax;
  readonly caseSensitive?: boolean;
  readonly strict?: boolean;
  readonly name?: string;
  /**
   * An application, which a server can answer with by itself; without it a router that has to be mounted. `unless-another-serves`: the
   * framework makes applications and routers in the same way, so it counts only while nothing in its program says which one serves.
   */
  readonly application?: boolean | 'unless-another-serves';
}

/**
 * What beside a function decides how it is run, asked when all is set up. `errorsPass`: whether errors are known to pass a function unseen.
 */
export type RunsAs = (errorsPass: (fn: Value) => boolean) => readonly unknown[];

/** The only way to create IR. Places, origins, order and conditions are taken from the call it belongs to. */
export interface Emit {
  router(init: RouterInit): RouterId;
  /** Changes what was said when the router was made (`app.set('case sensitive routing', true)`). */
  configure(router: RouterId, change: { caseSensitive?: boolean; strict?: boolean; name?: string; syntax?: PathSyntax }): void;
  /** A server answers with this router. */
  root(router: RouterId): void;
  /** Brings a path argument to the IR. What is not known becomes a hole with a diagnostic. */
  path(value: Value | string, syntax: PathSyntax): Path;
  /** True when a path has a hole. */
  hasHole(path: Path): boolean;
  /**
   * `name` is what a reader calls it; `otherwise` the same, for a function that the program gives no name. `runsAs`: what beside the function decides
   * how `observe` runs it, asked when all is set up. Of functions with the same code, made of the same values, and with the same of these, one is run for all; without it each is.
   * `facts`: in place of what its body says, or what counts of that. `arguments`: in place of those of the call that made it. `on`: what the function is called on, or told, where that decides what it does: a
   * method that several classes inherit is one handler for each. `ways`: where a request has to pass one of several ways only, the one of this middleware; asked in the end.
   */
  middleware(
    value: Value,
    init?: {
      type?: MiddlewareType;
      name?: string;
      otherwise?: string;
      facts?: BodyFacts | ((found: BodyFacts) => BodyFacts);
      arguments?: readonly Value[];
      observe?: Observe;
      observeError?: (error: Value) => Observe;
      runsAs?: RunsAs;
      on?: Value;
      ways?: () => readonly ChosenWay[];
    },
  ): MiddlewareId;
  handler(value: Value, init?: { name?: string; observe?: Observe; runsAs?: RunsAs; on?: Value }): HandlerId;
  use(router: RouterId, item: { path: Path; middleware: MiddlewareId; phase?: 'error' | `param:${string}` | `hook:${string}` }): void;
  /** @param item `only`: it stands among the functions of a route, whose requests alone come to it. */
  mount(
    router: RouterId,
    item: {
      path: Path;
      target: RouterId;
      scope: 'inherit' | 'encapsulate';
      only?: { method: string; path: Path };
      approximate?: DiagnosticId;
    },
  ): void;
  route(
    router: RouterId,
    item: {
      method: string;
      path: Path;
      chain: readonly (MiddlewareId | { middleware: MiddlewareId; conditional?: boolean; phase?: `hook:${string}` })[];
      handler: HandlerId;
      passesOn?: true;
      /** So many of the first functions of the chain are those of routes in front of this one, each of which was registered as well. */
      inFront?: number;
      /** The object that it was made on together with others, of which a request of HEAD runs those of HEAD instead of those of GET. */
      together?: object;
      contract?: StatedContract;
    },
  ): void;
  /** Something is registered here that cannot be resolved. */
  opaque(
    router: RouterId,
    item: { what: 'use' | 'mount' | 'route'; diagnostic: DiagnosticId; path?: Path; method?: string; target?: RouterId },
  ): void;
  /** Runs each alternative of a value under its own arm; a preferred alternative runs plainly. */
  branch(value: Value, run: (alternative: Value) => void): void;
  /**
   * Runs when the programs have run (`last` false), and once more when the exports that nobody calls have been tried (`last` true): for
   * registrations that depend on what the program does later. What it emits has the place of this call, and the condition it is made under.
   */
  atEnd(run: (last: boolean) => void): void;
  /** Reports a diagnostic of the adapter's catalogue at the call. */
  report<Entries extends Catalogue, Code extends keyof Entries & string>(
    catalogue: Entries,
    code: Code,
    args: DiagnosticArguments<Entries[Code]>,
  ): DiagnosticId;
}
