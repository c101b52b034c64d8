import './code-cache.js';
// Through a CommonJS module: an `import` of the package itself would make Node analyse its nine megabytes for export names.
import ts from './api.cjs';

export { ts };
export { libraryFolder, libraryText } from './language-library.js';
