import { Project, ts } from 'ts-morph';
import { filesBelow, repository } from '../golden/project.js';

/** The folders that hold our own TypeScript, and what in them is none of it. */
const ROOTS = ['backends', 'compiler', 'ir', 'runtime', 'schemas', 'studio', 'tests'];
const FOREIGN = /(?:^|\/)(?:dist|node_modules|input|projects|stubs|generated)\//;

const project = new Project({ skipAddingFilesFromTsConfig: true, skipFileDependencyResolution: true, compilerOptions: { noLib: true } });

export interface Source {
  /** Relative to the repository. */
  readonly name: string;
  readonly source: ts.SourceFile;
}

/** Every TypeScript source of ours below a folder. */
export function sourcesBelow(folder: string): Source[] {
  return filesBelow(`${repository}/${folder}`)
    .map((file) => `${folder}/${file}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !FOREIGN.test(name))
    .map((name) => ({
      name,
      source: (project.getSourceFile(`${repository}/${name}`) ?? project.addSourceFileAtPath(`${repository}/${name}`)).compilerNode,
    }));
}

export const allSources = (): Source[] => ROOTS.flatMap(sourcesBelow);

const known = new WeakMap<ts.SourceFile, readonly ts.Node[]>();

/** All nodes of a file, in the order of their beginnings. */
export function nodesOf(source: ts.SourceFile): readonly ts.Node[] {
  let nodes = known.get(source);
  if (!nodes) {
    const found: ts.Node[] = [];
    const visit = (node: ts.Node): void => {
      found.push(node);
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(source, visit);
    known.set(source, (nodes = found));
  }
  return nodes;
}

/** Specifiers of all imports of a file: declarations, re-exports, `import()`, `require` and `import` types. */
export function importsOf(source: ts.SourceFile): string[] {
  return nodesOf(source).flatMap((node) => {
    const specifiers: readonly (ts.Node | undefined)[] =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? [node.moduleSpecifier]
        : ts.isImportTypeNode(node)
          ? [ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined]
          : ts.isCallExpression(node) &&
              (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
                (ts.isIdentifier(node.expression) && node.expression.text === 'require'))
            ? node.arguments
            : [];
    return specifiers.flatMap((each) => (each && ts.isStringLiteral(each) ? [each.text] : []));
  });
}

/** Identifiers and, where they are code, the contents of strings: what a file says apart from its comments. */
export function vocabularyOf(source: ts.SourceFile, withStrings: boolean): string[] {
  return nodesOf(source)
    .filter(
      (node) =>
        ts.isIdentifier(node) ||
        ts.isPrivateIdentifier(node) ||
        (withStrings && (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isRegularExpressionLiteral(node))),
    )
    .map((node) => node.getText(source));
}

/** `matchRouter2` is `match`, `router`. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
