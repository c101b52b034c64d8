import { lengthOfFunction, parametersOf, ts, type Closure } from '../../evaluator/index.js';
import { chainOf, type Chain } from './body-chains.js';
import { GETTER, type Found } from './body-found.js';

/** The names in one body that stand for its parameters, for the request and for parts of it. They grow while the body is walked. */
export class BodyNames {
  /** What came in, where it has a name. */
  readonly request: string | null;
  /** All parameters behind the first. */
  readonly behindFirst: ReadonlySet<string>;
  /** The ones that may hand the request on: of a generator of Koa 1, whose request is its `this`, the first as well. */
  readonly continuations: ReadonlySet<string>;
  private readonly isGenerator: boolean;
  private readonly parameters: ReadonlySet<string>;
  private readonly incoming: ts.BindingName | undefined;
  private readonly locals = new Map<string, ts.Expression>();
  /** Names that stand for a member of the request: of `({ headers }, response)` and of `const { headers } = request`. */
  private readonly aliases = new Map<string, readonly string[]>();
  /** Constants that stand for something around the body: of `const { tokens } = services` and of `const tokens = new Tokens()`. */
  private readonly constants = new Map<string, Chain>();

  constructor(
    { node }: Closure,
    private readonly found: Found,
  ) {
    const parameters = parametersOf(node);
    this.parameters = namesOf(parameters);
    this.behindFirst = namesOf(parameters.slice(1));
    this.isGenerator =
      (ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)) && node.asteriskToken !== undefined && parameters.length < 2;
    this.continuations = this.isGenerator ? this.parameters : this.behindFirst;
    // The first parameter is what came in; with four the error stands before it, unless that is called a request. The others are what goes out.
    const first = parameters[0]?.name;
    const isErrorFirst = lengthOfFunction(node) === 4 && !(first && ts.isIdentifier(first) && /^_?(req|request)$/i.test(first.text));
    this.incoming = isErrorFirst ? parameters[1]?.name : first;
    this.request = this.incoming && ts.isIdentifier(this.incoming) ? this.incoming.text : null;
  }

  /** Whether a name is a parameter or was made of one. */
  has(name: string): boolean {
    return this.parameters.has(name) || this.locals.has(name);
  }

  isParameter(root: ts.Expression): boolean {
    if (!ts.isIdentifier(root)) return false;
    if (this.parameters.has(root.text)) return true;
    const local = this.locals.get(root.text);
    return local !== undefined && this.isParameter(chainOf(local).root);
  }

  /** The request itself, or what getters give of it without arguments, or as the first: `context.switchToHttp().getRequest()`, `context.getArgByIndex(0)`. */
  isRequest(root: ts.Expression): boolean {
    if (root.kind === ts.SyntaxKind.ThisKeyword) return this.isGenerator;
    if (ts.isIdentifier(root)) return this.isNameOfRequest(root.text);
    if (!ts.isCallExpression(root) || root.arguments.some((arg) => !ts.isNumericLiteral(arg) || arg.text !== '0')) return false;
    const getter = chainOf(root.expression);
    return GETTER.test(getter.members.at(-1) ?? '') && this.isRequest(getter.root);
  }

  /** The members that lead from the request to what a name stands for. */
  baseOf(root: ts.Expression): readonly string[] {
    if (!ts.isIdentifier(root)) return [];
    const alias = this.aliases.get(root.text);
    if (alias) return alias;
    const local = this.locals.get(root.text);
    if (!local || root.text === this.request) return [];
    const inner = chainOf(local);
    return [...this.baseOf(inner.root), ...inner.members];
  }

  /** Takes in what the parameter list itself takes apart: `({ headers }) => …`. */
  declareIncoming(): void {
    if (this.incoming && ts.isObjectBindingPattern(this.incoming)) this.destructure(this.incoming, []);
  }

  /** Takes in `const name = request.member` and `const { member } = request`. */
  declare({ name, initializer }: ts.VariableDeclaration): void {
    if (!initializer) return;
    const { root, members } = chainOf(initializer);
    const isRequest = this.isRequest(root);
    if (isRequest || this.isParameter(root)) {
      if (ts.isIdentifier(name)) {
        if (!this.isMadeOf(root, name.text)) this.locals.set(name.text, initializer);
      } else if (isRequest && ts.isObjectBindingPattern(name)) this.destructure(name, [...this.baseOf(root), ...members]);
    } else if (ts.isIdentifier(root) || ts.isNewExpression(root) || root.kind === ts.SyntaxKind.ThisKeyword) {
      const chain = this.outside({ root, members });
      if (ts.isIdentifier(name)) this.constants.set(name.text, chain);
      else if (ts.isObjectBindingPattern(name))
        for (const element of name.elements) {
          const key = keyOf(element);
          if (key !== null && ts.isIdentifier(element.name))
            this.constants.set(element.name.text, { root: chain.root, members: [...chain.members, key] });
        }
    }
  }

  /** A chain, as it is written where its root is a constant of the body that stands for something around it. */
  outside({ root, members }: Chain): Chain {
    const known = ts.isIdentifier(root) ? this.constants.get(root.text) : undefined;
    return known ? { root: known.root, members: [...known.members, ...members] } : { root, members };
  }

  /** Inner functions have names of their own: in one `const args = data.args`, in another `const data = args.data`. */
  private isMadeOf(root: ts.Expression, name: string): boolean {
    for (let at: ts.Expression | undefined = root; at && ts.isIdentifier(at);) {
      if (at.text === name) return true;
      const local = this.locals.get(at.text);
      at = local && chainOf(local).root;
    }
    return false;
  }

  private isNameOfRequest(name: string): boolean {
    if (name === this.request || this.aliases.has(name)) return true;
    const local = this.locals.get(name);
    return local !== undefined && this.isRequest(chainOf(local).root);
  }

  private destructure(pattern: ts.ObjectBindingPattern, base: readonly string[]): void {
    for (const element of pattern.elements) {
      const key = keyOf(element);
      if (key === null) continue;
      const path = [...base, key];
      if (ts.isObjectBindingPattern(element.name)) {
        this.destructure(element.name, path);
        continue;
      }
      this.found.read(path);
      if (ts.isIdentifier(element.name)) this.aliases.set(element.name.text, path);
    }
  }
}

const namesOf = (parameters: readonly ts.ParameterDeclaration[]): ReadonlySet<string> =>
  new Set(parameters.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : [])));

/** The member that an element of a pattern takes; null for a computed one and for the rest. */
function keyOf(element: ts.BindingElement): string | null {
  const written = element.propertyName ?? element.name;
  return !element.dotDotDotToken && (ts.isIdentifier(written) || ts.isStringLiteral(written)) ? written.text : null;
}
