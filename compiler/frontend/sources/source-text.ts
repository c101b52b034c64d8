import fs from 'node:fs';

/** A larger file is generated or bundled: parsing it would cost more than the rest of the project. */
const MAX_SOURCE = 1_500_000;

/** The text of a file, or why it has none. */
export type SourceText = { readonly text: string; readonly why?: undefined } | { readonly text: null; readonly why: string };

/** Reads a text file as UTF-8, without its byte order mark. @param file absolute */
export function readSourceText(file: string): SourceText {
  try {
    const { size } = fs.statSync(file);
    if (size > MAX_SOURCE) return { text: null, why: `${Math.round(size / 1e5) / 10} MB, larger than a source file is` };
    return { text: fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, '') };
  } catch (error) {
    return { text: null, why: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}
