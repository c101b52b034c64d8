import { unionOf, type Shape } from '@tool/ir';
import type { StatedType, Unknown } from '@tool/scanner-sdk';
import { Site, isInside, type DeclaredAs } from '../../evaluator/index.js';
import { ts } from '../../typescript/index.js';
import type { Asked } from '../requests/observation-log.js';
import { saysNothing, shapeByName, shapeBySyntax, shapeOfType, type TypeSources } from './type-shape.js';
import { TypeProgram, type TypeProgramSources } from './type-program.js';

/** What the type checker is asked, and only when syntax does not say it. */
export interface TypeQuestions extends TypeProgramSources {
  placeOf: TypeSources['placeOf'];
  schemaShape: TypeSources['schemaShape'];
}

const TYPED = /\.[cm]?tsx?$/;
const MAX_HOPS = 8;

/**
 * What types say of values, from TypeScript sources only. Every answer is kept; a failure of the checker means that a type says nothing.
 */
export class TypeChecker {
  private readonly program: TypeProgram;
  private readonly sources: TypeSources;
  private readonly shapes = new Map<ts.Node, Shape | null>();
  /** Expressions that may be undefined. */
  private readonly omitted = new Set<ts.Node>();
  private readonly nullable = new Set<ts.Node>();
  /** Many expressions have one type. */
  private readonly byType = new WeakMap<ts.Type, Shape | null>();
  private readonly references = new Map<ts.TypeNode, readonly StatedType[]>();
  private readonly imports = new WeakMap<StatedType, readonly [string, string]>();
  constructor(private readonly questions: TypeQuestions) {
    this.program = new TypeProgram(questions);
    this.sources = {
      isLibrary: (source) => this.program.isLibrary(source),
      isPackage: (source) => this.program.isPackage(source),
      placeOf: questions.placeOf,
      schemaShape: questions.schemaShape,
    };
  }

  private files = new Set<string>();
  private anew = false;
  /** What was asked since the last time. */
  take(): Asked {
    const asked: Asked = { files: [...this.files], generation: this.generation, anew: this.anew };
    this.files = new Set();
    this.anew = false;
    return asked;
  }

  /** The syntax tree of a file has got other bodies of functions. */
  renew(source: ts.SourceFile): void {
    this.program.renew(source);
  }
  /** Signatures of functions as the checker sees them; null where it does not see the file. */
  signaturesOf(source: ts.SourceFile, nodes: readonly ts.SignatureDeclaration[]): readonly string[] | null {
    return this.program.signaturesOf(source, nodes);
  }

  /** Answers of one generation do not depend on when they are asked for. */
  get generation(): number {
    return this.program.generations;
  }

  /** How many programs were made: none while syntax answers everything. */
  get programs(): number {
    return this.program.made;
  }

  /** The shape of an unknown value: what the program declares it to be where it passes, else the type of the expression it stands for. */
  typeOf(value: Unknown, declared: readonly DeclaredAs[]): Shape | undefined {
    for (const place of declared) {
      const shape = this.shapeOf(place);
      if (shape && !saysNothing(shape)) return shape;
    }
    const { origin } = value;
    return origin instanceof Site && isTyped(origin.node, value) ? this.ofExpression(origin.node) : undefined;
  }

  /** Whether the expression that a value stands for may be undefined. */
  mayBeOmitted(value: Unknown): boolean {
    const { origin } = value;
    if (!(origin instanceof Site) || !isTyped(origin.node, value)) return false;
    this.ofExpression(origin.node);
    return this.omitted.has(origin.node);
  }

  /** The shape that a type states for the member of a value at a path. */
  shapeOf({ node, path, orNull }: DeclaredAs): Shape | undefined {
    let shape = ts.isTypeNode(node)
      ? this.ofTypeNode(node)
      : ts.isFunctionLike(node)
        ? this.ask(node, (checker) => resultStatedAround(checker, node))
        : this.ofExpression(node);
    for (const name of path)
      shape =
        shape &&
        (shape.kind === 'array' && name === '0' ? shape.items : shape.properties?.find((property) => property.name === name)?.shape);
    if (shape?.kind === 'any') return undefined;
    return shape && orNull && this.nullable.has(node) ? unionOf([shape, { kind: 'null' }]) : shape;
  }

  /** The class of a package that a type comes to by aliases, as the file that names it imports it: specifier and name. */
  classOfPackage(node: ts.TypeNode): readonly [string, string] | undefined {
    for (const each of this.statedTypes(node)) {
      const found = this.imports.get(each);
      if (found) return found;
    }
    return undefined;
  }

  /** Generic types of packages that a type comes to, and what types of the program add to them. */
  statedTypes(node: ts.TypeNode): readonly StatedType[] {
    let known = this.references.get(node);
    if (!known) this.references.set(node, (known = this.stated(node, new Map(), 0)));
    return known;
  }

  private ofTypeNode(node: ts.TypeNode): Shape | undefined {
    const bySyntax = shapeBySyntax(node, this.questions.placeOf);
    return bySyntax === null ? this.ask(node, (checker) => checker.getTypeFromTypeNode(node)) : bySyntax;
  }

  private ofExpression(node: ts.Node): Shape | undefined {
    return this.ask(node, (checker) => checker.getTypeAtLocation(node));
  }

  private ask(node: ts.Node, typeOf: (checker: ts.TypeChecker) => ts.Type | undefined): Shape | undefined {
    // Of JavaScript the checker knows nothing, whenever it is asked.
    const { fileName } = node.getSourceFile();
    const isTyped = TYPED.test(fileName);
    if (isTyped) this.files.add(fileName);
    const known = this.shapes.get(node);
    if (known !== undefined) return known ?? undefined;
    if (isTyped) this.anew = true;
    let shape: Shape | undefined;
    try {
      const checker = this.program.checkerFor(node.getSourceFile().fileName);
      const type = checker && typeOf(checker);
      if (type) shape = this.ofType(checker, type);
      if (type && ts.isTypeNode(node) && (!shape || saysNothing(shape) || isOfUnknown(shape)))
        shape = shapeByName(checker, node, this.sources) ?? shape;
      if (type?.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined)) this.omitted.add(node);
      const parts = type?.isUnion()
        ? type.types
        : ts.isUnionTypeNode(node)
          ? node.types.map((part) => checker!.getTypeFromTypeNode(part))
          : [];
      if (parts.some(({ flags }) => flags & ts.TypeFlags.Null)) this.nullable.add(node);
    } catch {
      /* the checker failed: the type says nothing */
    }
    this.shapes.set(node, shape ?? null);
    return shape;
  }

  private ofType(checker: ts.TypeChecker, type: ts.Type): Shape | undefined {
    const known = this.byType.get(type);
    if (known !== undefined) return known ?? undefined;
    const shape = shapeOfType(checker, type, this.sources);
    this.byType.set(type, shape ?? null);
    return shape;
  }

  // ---- generic types of packages ----------------------------------------------------------------------------------------

  private stated(node: ts.TypeNode, given: ReadonlyMap<string, ts.TypeNode>, hops: number): readonly StatedType[] {
    if (hops > MAX_HOPS) return [];
    if (ts.isParenthesizedTypeNode(node)) return this.stated(node.type, given, hops);
    if (ts.isIntersectionTypeNode(node)) return node.types.flatMap((part) => this.stated(part, given, hops));
    if (ts.isTypeLiteralNode(node)) return [{ name: '', arguments: [], member: (name) => this.member(node.members, name, given) }];
    if (!ts.isTypeReferenceNode(node) && !ts.isExpressionWithTypeArguments(node)) return [];
    const written = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
    const replaced = ts.isIdentifier(written) ? given.get(written.text) : undefined;
    if (replaced) return this.stated(replaced, new Map(), hops + 1);
    const declaration = ts.isIdentifier(written) ? this.declarationOf(written.text, node.getSourceFile(), 0) : null;
    const args = (node.typeArguments ?? []).map(
      (argument) =>
        (ts.isTypeReferenceNode(argument) && ts.isIdentifier(argument.typeName) && given.get(argument.typeName.text)) || argument,
    );
    if (!declaration) {
      const name = ts.isIdentifier(written)
        ? written.text
        : ts.isQualifiedName(written)
          ? written.right.text
          : ts.isPropertyAccessExpression(written)
            ? written.name.text
            : '';
      const generic = args.some((argument) => mentions(argument, given));
      const type: StatedType = {
        name,
        arguments: args.map((argument) =>
          generic
            ? () => undefined
            : (member?: string) => (member === undefined ? this.ofTypeNode(argument) : this.memberOf(argument, member)),
        ),
        member: () => undefined,
      };
      const imported = importOf(node.getSourceFile(), name);
      if (imported) this.imports.set(type, imported);
      return [type];
    }
    const bound = new Map(
      (declaration.typeParameters ?? []).flatMap((parameter, index) => {
        const argument = args[index] ?? parameter.default;
        return argument ? [[parameter.name.text, argument] as const] : [];
      }),
    );
    if (ts.isTypeAliasDeclaration(declaration)) return this.stated(declaration.type, bound, hops + 1);
    const bases = (declaration.heritageClauses ?? [])
      .flatMap((clause) => clause.types)
      .flatMap((base) => this.stated(base, bound, hops + 1));
    return [...bases, { name: '', arguments: [], member: (name) => this.member(declaration.members, name, bound) }];
  }

  /** A member of a type, without what else is in the type where its syntax says so. */
  private memberOf(node: ts.TypeNode, member: string): Shape | undefined {
    for (const stated of this.stated(node, new Map(), 0)) {
      const shape = stated.member(member);
      if (shape) return shape;
    }
    return this.ofTypeNode(node)?.properties?.find(({ name }) => name === member)?.shape;
  }

  private member(members: readonly ts.TypeElement[], name: string, given: ReadonlyMap<string, ts.TypeNode>): Shape | undefined {
    const found = members.find(
      (member): member is ts.PropertySignature =>
        ts.isPropertySignature(member) && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)) && member.name.text === name,
    );
    if (!found?.type) return undefined;
    const replaced =
      ts.isTypeReferenceNode(found.type) && ts.isIdentifier(found.type.typeName) ? given.get(found.type.typeName.text) : undefined;
    return this.ofTypeNode(replaced ?? found.type);
  }

  /** An alias or interface of the program by its name in a file; null for what comes from a package. Syntax alone: to ask costs a program. */
  private declarationOf(name: string, source: ts.SourceFile, hops: number): ts.TypeAliasDeclaration | ts.InterfaceDeclaration | null {
    if (hops > MAX_HOPS) return null;
    const elsewhere = (
      specifier: ts.Expression | undefined,
      exported: string,
    ): ts.TypeAliasDeclaration | ts.InterfaceDeclaration | null => {
      if (!specifier || !ts.isStringLiteral(specifier)) return null;
      const resolution = this.questions.resolve(specifier.text, source.fileName);
      const file = resolution.kind === 'source' ? resolution.file : this.questions.declarations(specifier.text, source.fileName);
      const other = file === null ? null : this.questions.tree(file);
      return other && this.declarationOf(exported, other, hops + 1);
    };
    const stars: ts.Expression[] = [];
    for (const statement of source.statements) {
      if ((ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) && statement.name.text === name) return statement;
      if (ts.isImportDeclaration(statement)) {
        const bindings = statement.importClause?.namedBindings;
        if (statement.importClause?.name?.text === name) return elsewhere(statement.moduleSpecifier, 'default');
        const element =
          bindings && ts.isNamedImports(bindings) ? bindings.elements.find((candidate) => candidate.name.text === name) : undefined;
        if (element) return elsewhere(statement.moduleSpecifier, (element.propertyName ?? element.name).text);
      } else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier) {
        if (!statement.exportClause) {
          stars.push(statement.moduleSpecifier);
          continue;
        }
        const element = ts.isNamedExports(statement.exportClause)
          ? statement.exportClause.elements.find((candidate) => candidate.name.text === name)
          : undefined;
        if (element) return elsewhere(statement.moduleSpecifier, (element.propertyName ?? element.name).text);
      } else if (name === 'default' && ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression))
        return this.declarationOf(statement.expression.text, source, hops + 1);
    }
    for (const star of stars) {
      const found = elsewhere(star, name);
      if (found) return found;
    }
    return null;
  }
}

/** Where a file imports a name from, and what that is called there. */
function importOf(source: ts.SourceFile, name: string): readonly [string, string] | null {
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    const element = bindings && ts.isNamedImports(bindings) ? bindings.elements.find((each) => each.name.text === name) : undefined;
    if (element) return [statement.moduleSpecifier.text, (element.propertyName ?? element.name).text];
  }
  return null;
}

/** What the place of a function says that it gives: a member of what the literal or the class has to be. */
function resultStatedAround(checker: ts.TypeChecker, node: ts.SignatureDeclaration): ts.Type | undefined {
  const { parent } = node;
  const named = (type: ts.Type | undefined): ts.Type | undefined => {
    const member = type && node.name && checker.getPropertyOfType(type, node.name.getText());
    return member && checker.getTypeOfSymbolAtLocation(member, node);
  };
  const type = ts.isClassLike(parent)
    ? (parent.heritageClauses ?? [])
        .flatMap(({ types }) => types)
        .map((each) => named(checker.getTypeFromTypeNode(each)))
        .find((each) => each !== undefined)
    : ts.isObjectLiteralExpression(parent)
      ? named(checker.getContextualType(parent))
      : checker.getContextualType(node as ts.FunctionExpression | ts.ArrowFunction);
  const signatures = type?.getNonNullableType().getCallSignatures();
  return signatures?.length === 1 ? signatures[0]!.getReturnType() : undefined;
}

/** `Omit<any, 'id'>`, `Pick<any, 'id'>`: a record of which nothing is known but names. */
const isOfUnknown = ({ kind, properties = [] }: Shape): boolean =>
  kind === 'object' && properties.every(({ shape }) => shape.kind === 'any');

/** A type parameter that nothing replaces is in it. */
const mentions = (node: ts.TypeNode, given: ReadonlyMap<string, ts.TypeNode>): boolean => {
  if (given.size === 0) return false;
  let found = false;
  const visit = (inner: ts.Node): void => {
    if (ts.isTypeReferenceNode(inner) && ts.isIdentifier(inner.typeName) && given.has(inner.typeName.text)) found = true;
    else ts.forEachChild(inner, visit);
  };
  visit(node);
  return found;
};

/** Whether the node is the expression that the value stands for: calls, members by their name, elements, parameters and pieces of patterns. */
function isTyped(node: ts.Node, value: Unknown): boolean {
  if (isInside(value)) return false;
  if (ts.isPropertyAccessExpression(node)) return 'member' in value ? value.member === node.name.text : true;
  if (ts.isParameter(node) || ts.isBindingElement(node)) return ts.isIdentifier(node.name);
  return (ts.isCallExpression(node) || ts.isElementAccessExpression(node)) && !('member' in value);
}
