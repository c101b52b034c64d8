import { ANY, unionOf, type Json, type Shape, type ShapeProperty, type Span } from '@tool/ir';
import { webFile } from '@tool/scanner-sdk';
import { ts } from '../../typescript/index.js';

/** How deep a type is read, and how deep where that is more than `MAX_TYPES`: what types that name one another say has no end, and the outermost members matter most. */
const DEPTHS = [7, 5, 4, 3, 2] as const;
const MAX_PROPERTIES = 200;
/** Types looked at for one question. */
const MAX_TYPES = 400;

/** What JSON makes of a value of a type; `omitted`: it leaves the value out (functions, `undefined`). */
type Said = Shape | 'omitted';

/** What a type is of a schema: what it accepts, what comes out of it, or what a JSON schema describes. */
export type SchemaType = 'input' | 'output' | 'json';

export interface TypeSources {
  /** Declared by the language's own library. */
  isLibrary(source: ts.SourceFile): boolean;
  /** Declared by an installed package. */
  isPackage(source: ts.SourceFile): boolean;
  placeOf(node: ts.Node): Span;
  /** What the schema accepts, or makes of what it accepts, that a member of a variable at the top of a file holds. */
  schemaShape(file: string, name: string, members: readonly string[], of: SchemaType): Shape | undefined;
}

/** What a value of the type looks like as JSON; undefined when the type says nothing. */
export function shapeOfType(checker: ts.TypeChecker, type: ts.Type, sources: TypeSources): Shape | undefined {
  let said: Said | null = null;
  for (const depth of DEPTHS) said ??= new TypeReader(checker, sources, depth).top(type);
  return said === null || said === 'omitted' || saysNothing(said) ? undefined : said;
}

/** The same where nothing resolves the type itself: by the names that it is written with. */
export function shapeByName(checker: ts.TypeChecker, node: ts.TypeNode, sources: TypeSources): Shape | undefined {
  const said = new TypeReader(checker, sources, DEPTHS[0]).named(node);
  return said === undefined || said === 'omitted' || saysNothing(said) ? undefined : said;
}

/** `any`, `{}`, `any[]`. */
export const saysNothing = (shape: Shape): boolean =>
  shape.kind === 'any' ||
  (shape.kind === 'object' && !shape.open && (shape.properties?.length ?? 0) === 0) ||
  (shape.kind === 'array' && (shape.items === undefined || shape.items.kind === 'any'));

/** What JSON is made of, beside lists, records and nothing. */
const SIMPLE = [ts.TypeFlags.StringLike, ts.TypeFlags.NumberLike, ts.TypeFlags.BooleanLike];

/** Ends a reading of which nothing is taken: the type is read again, less deep. */
const EXHAUSTED = new Error('more types than one question looks at');
const SHALLOWEST = Math.min(...DEPTHS);

class TypeReader {
  private readonly open = new Set<ts.Type>();
  /** Unions of texts, numbers, truth values and more that are being read, and those of them that are in themselves. */
  private readonly unions = new Set<ts.Type>();
  private readonly endless = new Set<ts.Type>();
  private left = MAX_TYPES;
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly sources: TypeSources,
    private readonly maxDepth: number,
  ) {}

  /**
   * A promise stands for what it resolves to; absence of the whole value is seen by the code that tests for it.
   * @returns null where the type says too much for this depth; at the smallest depth what was read until then
   */
  top(type: ts.Type): Said | null {
    const settled = this.checker.getAwaitedType(type) ?? type;
    try {
      return this.read(settled.isUnion() ? this.checker.getNonNullableType(settled) : settled, 0);
    } catch (error) {
      if (error === EXHAUSTED) return null;
      throw error;
    }
  }

  private read(type: ts.Type, depth: number): Said {
    if (--this.left < 0) {
      if (this.maxDepth > SHALLOWEST) throw EXHAUSTED;
      return ANY;
    }
    const { flags } = type;
    if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.ESSymbolLike | ts.TypeFlags.Never)) return 'omitted';
    if (flags & ts.TypeFlags.Null) return { kind: 'null' };
    if (flags & ts.TypeFlags.BigIntLike) return { kind: 'integer' };
    if (type.isStringLiteral() || type.isNumberLiteral()) return literal(type.value);
    if (flags & ts.TypeFlags.StringLike && !type.isUnion()) return { kind: 'string' };
    if (flags & ts.TypeFlags.NumberLike && !type.isUnion()) return { kind: 'number' };
    if (flags & ts.TypeFlags.BooleanLike) return { kind: 'boolean' };
    if (type.isUnion()) return this.union(type, depth);
    if (type.isIntersection()) {
      // A brand on a text or number is none of JSON's business.
      const simple = type.types.find((part) => part.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike));
      if (simple) return this.read(simple, depth);
      // What lists have beside their elements JSON does not write.
      if (type.types.some((part) => this.isList(part))) {
        const element = this.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
        return this.list(element ? [element] : [], depth);
      }
      return type.types.some(isOfParameters) ? ANY : this.members(type, depth);
    }
    return flags & ts.TypeFlags.Object ? this.object(type, depth) : ANY;
  }

  private union(type: ts.UnionType, depth: number): Said {
    if (this.unions.has(type)) return this.endless.add(type) && ANY;
    const mayBeJson = SIMPLE.every((kind) => type.types.some(({ flags }) => flags & kind));
    if (mayBeJson) this.unions.add(type);
    const shapes = type.types.map((part) => this.read(part, depth)).filter((said): said is Shape => said !== 'omitted');
    this.unions.delete(type);
    // Whatever JSON there is: texts, numbers, truth values, and lists and records of all that.
    if (this.endless.has(type)) return ANY;
    return shapes.length === 0 ? 'omitted' : unionOf(shapes);
  }

  private isList(type: ts.Type): boolean {
    return this.checker.isArrayType(type) || this.checker.isTupleType(type);
  }
  private list(types: readonly ts.Type[], depth: number): Said {
    if (depth > this.maxDepth) return { kind: 'array' };
    const elements = types.map((each) => this.read(each, depth + 1)).filter((said): said is Shape => said !== 'omitted');
    return elements.length === 0 ? { kind: 'array' } : { kind: 'array', items: unionOf(elements) };
  }

  private object(type: ts.Type, depth: number): Said {
    const { checker } = this;
    if (this.isList(type)) return this.list(checker.getTypeArguments(type as ts.TypeReference), depth);
    if (isOfParameters(type)) return ANY;
    if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return 'omitted';
    const declarations = type.symbol?.declarations ?? [];
    if (declarations.some((declaration) => this.sources.isLibrary(declaration.getSourceFile())) && !isMapped(type))
      return this.builtin(type, depth);
    // What an object of a package's class writes is the class's affair; its interfaces describe data.
    if (declarations.some((declaration) => ts.isClassLike(declaration) && this.sources.isPackage(declaration.getSourceFile()))) return ANY;
    const wrapped = this.wrapped((type as ts.TypeReference).target ?? type);
    return wrapped ? this.builtin(wrapped, depth) : this.members(type, depth);
  }

  /** What an interface extends that JSON writes as one value: `interface Id<T> extends String { of?: T }`. */
  private wrapped(type: ts.Type): ts.Type | undefined {
    if (!type.isClassOrInterface()) return undefined;
    return this.checker
      .getBaseTypes(type)
      .find(
        ({ symbol }) =>
          symbol &&
          /^(?:String|Number|Boolean|Date)$/.test(symbol.name) &&
          symbol.declarations?.some((each) => this.sources.isLibrary(each.getSourceFile())),
      );
  }

  private builtin(type: ts.Type, depth: number): Said {
    switch (type.symbol.name) {
      case 'Date':
        return { kind: 'string', format: 'date-time' };
      case 'Promise':
      case 'PromiseLike':
        return { kind: 'object' };
      case 'String':
        return { kind: 'string' };
      case 'Number':
        return { kind: 'number' };
      case 'Boolean':
        return { kind: 'boolean' };
      case 'Map':
      case 'Set':
      case 'WeakMap':
      case 'WeakSet':
      case 'RegExp':
        return { kind: 'object' };
      case 'URL':
        return { kind: 'string', format: 'uri' };
      case '__type':
        return this.members(type, depth);
      default:
        return webFile(type.symbol.name) ?? ANY;
    }
  }

  private members(type: ts.Type, depth: number): Said {
    const { checker } = this;
    // A type within itself: an object of which no more is said.
    if (this.open.has(type) || this.open.size > this.maxDepth || depth > this.maxDepth) return { kind: 'object' };
    this.open.add(type);
    try {
      const symbols = isMapped(type) ? asDeclared(checker.getPropertiesOfType(type)) : checker.getPropertiesOfType(type);
      const writer = symbols.find((symbol) => symbol.name === 'toJSON');
      const written = writer && checker.getTypeOfSymbol(writer).getCallSignatures()[0];
      if (written) return this.read(checker.getReturnTypeOfSignature(written), depth + 1);
      // A column that takes other types than it gives.
      const selected = symbols.find((symbol) => symbol.name === '__select__');
      if (selected) return this.read(checker.getTypeOfSymbol(selected), depth);
      const properties: ShapeProperty[] = [];
      for (const symbol of symbols.slice(0, MAX_PROPERTIES)) {
        const property = this.property(symbol, depth);
        if (property) properties.push(property);
      }
      const indexed = checker.getIndexInfosOfType(type).length > 0 || symbols.length > MAX_PROPERTIES || this.hasMissingBase(type);
      return { kind: 'object', properties, ...(indexed && { open: true }) };
    } finally {
      this.open.delete(type);
    }
  }

  private property(symbol: ts.Symbol, depth: number): ShapeProperty | null {
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
    if (symbol.name.startsWith('__@') || symbol.name.startsWith('#') || symbol.name.startsWith('__#')) return null;
    // Accessors and methods of a class are the prototype's, which JSON does not write.
    if (
      declaration &&
      (ts.isGetAccessorDeclaration(declaration) || ts.isSetAccessorDeclaration(declaration)) &&
      ts.isClassLike(declaration.parent)
    )
      return null;
    // What class-transformer leaves out, on whichever way.
    if (declaration && ts.isPropertyDeclaration(declaration) && ts.getDecorators(declaration)?.some(isExclusion)) return null;
    const type = this.checker.getTypeOfSymbol(symbol);
    const isOfAny =
      this.checker.isArrayType(type) && (this.checker.getTypeArguments(type as ts.TypeReference)[0]?.flags ?? 0) & ts.TypeFlags.Any;
    const unresolved =
      (type.flags & ts.TypeFlags.Any || isOfAny) &&
      declaration &&
      (ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration))
        ? declaration.type
        : undefined;
    const named = unresolved && this.byName(unresolved, depth);
    const said = named ?? this.read(type, depth + 1);
    if (said === 'omitted') return null;
    const optional =
      (symbol.flags & ts.SymbolFlags.Optional) !== 0 ||
      (named === undefined && type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) ||
      (type.isUnion() && type.types.some((part) => part.flags & ts.TypeFlags.Undefined)) ||
      (declaration && ts.isPropertyDeclaration(declaration) && declaration.initializer);
    return {
      name: symbol.name,
      shape: said,
      ...(!optional && { required: true }),
      ...(declaration && !this.isOutside(declaration) && { place: this.sources.placeOf(declaration) }),
    };
  }

  /** Absence of the whole value is seen by the code that tests for it, as with types. */
  named(node: ts.TypeNode): Said | undefined {
    const [settled] = (ts.isTypeReferenceNode(node) && isNamed(node, 'Promise') && node.typeArguments) || [];
    if (settled) return this.named(settled);
    const there = ts.isUnionTypeNode(node) ? node.types.filter((part) => !isAbsence(part)) : [node];
    return there.length === 1 ? this.byName(there[0]!, 0) : this.byName(node, 0);
  }

  /** A type that nothing resolves, since nobody has installed its package, by the name that the package gives it; undefined for one that nobody knows. */
  private byName(node: ts.TypeNode, depth: number): Said | undefined {
    if (depth > this.maxDepth) return undefined;
    if (ts.isParenthesizedTypeNode(node)) return this.byName(node.type, depth);
    if (ts.isUnionTypeNode(node)) {
      const parts = node.types
        .map((part) => this.byName(part, depth + 1) ?? this.read(this.checker.getTypeFromTypeNode(part), depth + 1))
        .filter((said): said is Shape => said !== 'omitted');
      return parts.length > 0 ? unionOf(parts) : undefined;
    }
    if (ts.isArrayTypeNode(node)) {
      const items = this.byName(node.elementType, depth + 1);
      return items && items !== 'omitted' ? { kind: 'array', items } : undefined;
    }
    if (ts.isTypeOperatorNode(node)) return this.byName(node.type, depth);
    if (ts.isIntersectionTypeNode(node)) return this.together(node.types, depth);
    // `typeof table.$inferSelect`, `(typeof schema)['_output']`
    if (ts.isTypeQueryNode(node)) return ts.isQualifiedName(node.exprName) ? this.ofSchema(node.exprName, 'output') : undefined;
    if (ts.isIndexedAccessTypeNode(node)) {
      const object = ts.isParenthesizedTypeNode(node.objectType) ? node.objectType.type : node.objectType;
      const member =
        ts.isLiteralTypeNode(node.indexType) && ts.isStringLiteral(node.indexType.literal) ? node.indexType.literal.text : null;
      if (member === null) return undefined;
      if (ts.isTypeQueryNode(object)) return this.ofSchema(object.exprName, 'output', member);
      // `z.infer<typeof schema>['body']`
      const said = this.byName(object, depth + 1);
      return said === 'omitted' ? said : said?.properties?.find(({ name }) => name === member)?.shape;
    }
    if (!ts.isTypeReferenceNode(node)) return undefined;
    const name = (ts.isIdentifier(node.typeName) ? node.typeName : node.typeName.right).text;
    const [argument, keys] = node.typeArguments ?? [];
    if (argument && WRAPPERS.has(name))
      return this.byName(argument, depth + 1) ?? this.read(this.checker.getTypeFromTypeNode(argument), depth + 1);
    if (argument && LISTS.has(name)) {
      const items = this.byName(argument, depth + 1);
      return items && items !== 'omitted' ? { kind: 'array', items } : undefined;
    }
    if (argument && ts.isTypeQueryNode(argument) && INFERRED.test(name))
      return this.ofSchema(
        argument.exprName,
        INPUTS.test(name) ? 'input' : JSON_TYPES.test(name) ? 'json' : 'output',
        ...(MEMBERS_INFERRED.get(name) ?? []),
      );
    if (argument && CHANGED.has(name)) return this.changed(name, argument, keys, depth);
    const symbol = this.checker.getSymbolAtLocation(node.typeName);
    // A class of the runtime, where nobody has its types.
    const known = PACKAGE_TYPES.get(name) ?? (symbol?.declarations ? undefined : webFile(name));
    if (known) return known;
    const alias = (symbol && this.resolved(symbol))?.declarations?.find(ts.isTypeAliasDeclaration);
    return alias && !alias.typeParameters ? this.byName(alias.type, depth + 1) : undefined;
  }

  /** What an import stands for. */
  private resolved(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Types of which a value has the members of all. */
  private together(nodes: readonly ts.TypeNode[], depth: number): Said | undefined {
    const named = nodes.map((part) => this.byName(part, depth + 1));
    if (named.every((part) => part === undefined)) return undefined;
    const parts = named.map((part, index) => part ?? this.read(this.checker.getTypeFromTypeNode(nodes[index]!), depth + 1));
    const records = parts.filter((said): said is Shape => said !== 'omitted' && said.kind === 'object');
    const isWhole = records.length === parts.length;
    return records.some(({ properties }) => properties)
      ? { kind: 'object', properties: records.flatMap(({ properties = [] }) => properties), ...(!isWhole && { open: true }) }
      : undefined;
  }

  /** `Omit<…>` and others of a type that nothing but its name says. */
  private changed(name: string, node: ts.TypeNode, keys: ts.TypeNode | undefined, depth: number): Said | undefined {
    const said = this.byName(node, depth + 1);
    if (!said || said === 'omitted' || !said.properties) return undefined;
    if (name === 'Partial') return { ...said, properties: said.properties.map(({ required: _, ...property }) => property) };
    if (name === 'Required') return { ...said, properties: said.properties.map((property) => ({ ...property, required: true })) };
    const parts = keys && ts.isUnionTypeNode(keys) ? keys.types : keys ? [keys] : [];
    const names = parts.map((part) => (ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal) ? part.literal.text : null));
    if (names.includes(null)) return undefined;
    return { ...said, properties: said.properties.filter((property) => names.includes(property.name) === (name === 'Pick')) };
  }

  /** The type of what a schema of the program accepts: `z.infer<typeof schema>`. */
  private ofSchema(written: ts.EntityName, of: SchemaType, ...more: readonly string[]): Said | undefined {
    const members = [...more];
    let root = written;
    for (; ts.isQualifiedName(root); root = root.left) members.unshift(root.right.text);
    const symbol = this.checker.getSymbolAtLocation(root);
    const declaration = symbol && this.resolved(symbol).valueDeclaration;
    if (!declaration || !ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) return undefined;
    const source = declaration.getSourceFile();
    const isAtTop = ts.isVariableStatement(declaration.parent.parent) && declaration.parent.parent.parent === source;
    return isAtTop ? this.sources.schemaShape(source.fileName, declaration.name.text, members, of) : undefined;
  }

  private isOutside(node: ts.Node): boolean {
    const source = node.getSourceFile();
    return this.sources.isLibrary(source) || this.sources.isPackage(source);
  }

  /** It extends what nobody has installed: there may be more members. */
  private hasMissingBase(type: ts.Type): boolean {
    return (type.symbol?.declarations ?? []).some(
      (declaration) =>
        (ts.isInterfaceDeclaration(declaration) || ts.isClassLike(declaration)) &&
        declaration.heritageClauses?.some(
          (clause) =>
            clause.token === ts.SyntaxKind.ExtendsKeyword &&
            clause.types.some(
              (base) =>
                this.checker.getTypeAtLocation(base.expression).flags & ts.TypeFlags.Any &&
                this.checker.getTypeAtLocation(base).flags & ts.TypeFlags.Any,
            ),
        ),
    );
  }
}

const isNamed = ({ typeName }: ts.TypeReferenceNode, name: string): boolean => ts.isIdentifier(typeName) && typeName.text === name;
const isAbsence = (node: ts.TypeNode): boolean =>
  node.kind === ts.SyntaxKind.UndefinedKeyword || (ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword);

/** Types of packages whose values JSON writes as a text, or as a time. */
const PACKAGE_TYPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...['ObjectId', 'ObjectID', 'Decimal', 'Decimal128'].map((name) => [name, { kind: 'string' }] as const),
  ...['DateTime', 'Dayjs', 'Moment'].map((name) => [name, { kind: 'string', format: 'date-time' }] as const),
  ['UUID', { kind: 'string', format: 'uuid' }],
]);
/** Generic types of packages of which their first argument is what is read. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'Generated',
  'GeneratedAlways',
  'ColumnType',
  'JSONColumnType',
  'Relation',
  'Opt',
  'HydratedDocument',
  'Promise',
  'Awaited',
  'Readonly',
  'NonNullable',
]);

const LISTS: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray']);
const CHANGED: ReadonlySet<string> = new Set(['Partial', 'Required', 'Omit', 'Pick']);
/** Types of packages that are what a schema says: zod, TypeBox, valibot, yup, superstruct, Drizzle. */
const INFERRED =
  /^(?:infer|input|output|TypeOf|Infer|InferType|InferIn|InferOutput|InferInput|Static|StaticDecode|FromSchema|InferSelectModel|InferInsertModel)$/;
const INPUTS = /^(?:input|InferIn|InferInput)$/;
const JSON_TYPES = /^(?:Static|StaticDecode|FromSchema)$/;
const MEMBERS_INFERRED: ReadonlyMap<string, readonly string[]> = new Map([
  ['InferSelectModel', ['$inferSelect']],
  ['InferInsertModel', ['$inferInsert']],
]);

/** Members in the order of their declarations: `Pick` and `Omit` have the order in which the checker met the names, which is that of the questions. */
function asDeclared(symbols: readonly ts.Symbol[]): readonly ts.Symbol[] {
  const at = (symbol: ts.Symbol): number => symbol.declarations?.[0]?.pos ?? 0;
  const fileOf = (symbol: ts.Symbol): ts.SourceFile | undefined => symbol.declarations?.[0]?.getSourceFile();
  const [first] = symbols;
  if (!first || symbols.some((symbol) => fileOf(symbol) !== fileOf(first))) return symbols;
  return [...symbols].sort((one, other) => at(one) - at(other));
}

/** `Partial<T>`, `Record<K, V>`: aliases of the library for types of the program. */
const isMapped = (type: ts.Type): boolean =>
  ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0 ||
  ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Anonymous) !== 0;

/** `T`, `Partial<T>`, `Omit<T, 'id'>` inside what is generic: the constraint says what every argument has, not what this one does. */
const isOfParameters = (type: ts.Type): boolean =>
  (type.flags & ts.TypeFlags.Instantiable) !== 0 ||
  ((((type as ts.ObjectType).objectFlags ?? 0) & ts.ObjectFlags.Mapped) !== 0 &&
    type.aliasTypeArguments?.some((argument) => argument.flags & ts.TypeFlags.Instantiable) === true);

const literal = (value: string | number): Shape => ({ kind: typeof value as 'string', enum: [value] });

const KEYWORDS: ReadonlyMap<ts.SyntaxKind, Shape> = new Map<ts.SyntaxKind, Shape>([
  [ts.SyntaxKind.StringKeyword, { kind: 'string' }],
  [ts.SyntaxKind.NumberKeyword, { kind: 'number' }],
  [ts.SyntaxKind.BooleanKeyword, { kind: 'boolean' }],
]);
const NOTHING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AnyKeyword,
  ts.SyntaxKind.UnknownKeyword,
  ts.SyntaxKind.NeverKeyword,
  ts.SyntaxKind.VoidKeyword,
  ts.SyntaxKind.ObjectKeyword,
  ts.SyntaxKind.UndefinedKeyword,
  ts.SyntaxKind.SymbolKeyword,
  ts.SyntaxKind.TypePredicate,
  ts.SyntaxKind.FunctionType,
  ts.SyntaxKind.ConstructorType,
  ts.SyntaxKind.ThisType,
]);

/** What a type says by its syntax alone; undefined when that is nothing, null when it takes a type checker. */
export function shapeBySyntax(node: ts.TypeNode, placeOf: (node: ts.Node) => Span): Shape | undefined | null {
  if (NOTHING.has(node.kind)) return undefined;
  const keyword = KEYWORDS.get(node.kind);
  if (keyword) return keyword;
  if (ts.isParenthesizedTypeNode(node)) return shapeBySyntax(node.type, placeOf);
  if (ts.isArrayTypeNode(node)) {
    const items = shapeBySyntax(node.elementType, placeOf);
    return items && { kind: 'array', items };
  }
  if (ts.isLiteralTypeNode(node)) {
    if (node.literal.kind === ts.SyntaxKind.NullKeyword) return { kind: 'null' };
    return ts.isStringLiteral(node.literal)
      ? literal(node.literal.text)
      : ts.isNumericLiteral(node.literal)
        ? literal(Number(node.literal.text))
        : null;
  }
  if (!ts.isTypeLiteralNode(node)) return isNothingByName(node) ? undefined : null;
  if (node.members.length === 0) return undefined;
  const properties: ShapeProperty[] = [];
  for (const member of node.members) {
    if (!ts.isPropertySignature(member) || !member.type || !(ts.isIdentifier(member.name) || ts.isStringLiteral(member.name))) return null;
    const shape = shapeBySyntax(member.type, placeOf);
    if (!shape) return null;
    properties.push({ name: member.name.text, shape, ...(!member.questionToken && { required: true }), place: placeOf(member) });
  }
  return { kind: 'object', properties };
}

/** `@Exclude()`, without the options that make it hold on one way only. */
const isExclusion = ({ expression }: ts.Decorator): boolean =>
  ts.isCallExpression(expression) &&
  expression.arguments.length === 0 &&
  ts.isIdentifier(expression.expression) &&
  expression.expression.text === 'Exclude';

/** `Promise<void>`, `Promise<any>`, `Function`. */
function isNothingByName(node: ts.TypeNode): boolean {
  if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName)) return false;
  if (node.typeName.text === 'Promise')
    return node.typeArguments?.length === 1 && (NOTHING.has(node.typeArguments[0]!.kind) || isNothingByName(node.typeArguments[0]!));
  return node.typeName.text === 'Function';
}

export type { Json };
