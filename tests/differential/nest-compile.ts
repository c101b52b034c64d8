import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Compiles a project as its users do, with decorators and their metadata. Returns the folder of the result. */
export function compileNest(source: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"type":"commonjs"}');
  for (const name of readdirSync(source)) {
    if (!name.endsWith('.ts')) continue;
    const file = path.join(source, name);
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      fileName: file,
      compilerOptions: {
        module: ts.ModuleKind.CommonJS,
        target: ts.ScriptTarget.ES2022,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        esModuleInterop: true,
        useDefineForClassFields: false,
      },
    });
    writeFileSync(path.join(folder, name.replace(/ts$/, 'js')), outputText);
  }
  return folder;
}
