import { Node, Project, SyntaxKind, type SourceFile } from 'ts-morph';
import { filesBelow, repository } from '../golden/project.js';

/** The folders that hold our own TypeScript, and what in them is none of it. */
const ROOTS = ['backends', 'compiler', 'ir', 'runtime', 'schemas', 'studio', 'tests'];
const FOREIGN = /(?:^|\/)(?:dist|node_modules|input|projects|stubs|generated)\//;

const project = new Project({ skipAddingFilesFromTsConfig: true, skipFileDependencyResolution: true, compilerOptions: { noLib: true } });

/** Every TypeScript source of ours below a folder, with its name relative to the repository. */
export function sourcesBelow(folder: string): { readonly name: string; readonly source: SourceFile }[] {
  return filesBelow(`${repository}/${folder}`)
    .map((file) => `${folder}/${file}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !FOREIGN.test(name))
    .map((name) => ({
      name,
      source: project.getSourceFile(`${repository}/${name}`) ?? project.addSourceFileAtPath(`${repository}/${name}`),
    }));
}

export const allSources = (): ReturnType<typeof sourcesBelow> => ROOTS.flatMap(sourcesBelow);

/** Specifiers of all imports of a file: declarations, re-exports, `import()` and `import` types. */
export function importsOf(source: SourceFile): string[] {
  return [
    ...source.getImportDeclarations().map((declaration) => declaration.getModuleSpecifierValue()),
    ...source.getExportDeclarations().flatMap((declaration) => declaration.getModuleSpecifierValue() ?? []),
    ...source.getDescendantsOfKind(SyntaxKind.ImportType).flatMap((type) => {
      const literal = type.getArgument();
      return Node.isLiteralTypeNode(literal) && Node.isStringLiteral(literal.getLiteral())
        ? [literal.getLiteral().getText().slice(1, -1)]
        : [];
    }),
    ...source
      .getDescendantsOfKind(SyntaxKind.CallExpression)
      .filter((call) => call.getExpression().getKind() === SyntaxKind.ImportKeyword || call.getExpression().getText() === 'require')
      .flatMap((call) =>
        call
          .getArguments()
          .filter(Node.isStringLiteral)
          .map((argument) => argument.getLiteralValue()),
      ),
  ];
}

/** Identifiers and, where they are code, the contents of strings: what a file says apart from its comments. */
export function vocabularyOf(source: SourceFile, withStrings: boolean): string[] {
  return source.getDescendants().flatMap((node) => {
    if (Node.isIdentifier(node) || Node.isPrivateIdentifier(node)) return [node.getText()];
    if (!withStrings) return [];
    return Node.isStringLiteral(node) ||
      Node.isNoSubstitutionTemplateLiteral(node) ||
      node.isKind(SyntaxKind.TemplateHead) ||
      node.isKind(SyntaxKind.TemplateMiddle) ||
      node.isKind(SyntaxKind.TemplateTail) ||
      Node.isRegularExpressionLiteral(node)
      ? [node.getText()]
      : [];
  });
}

/** `matchRouter2` is `match`, `router`. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
