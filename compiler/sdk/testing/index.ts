export { goldenCases, type GoldenCase, type GoldenOptions } from './golden-cases.js';
export { expectation } from './expectation.js';
export { caseProblems } from './case-problems.js';
export { filesBelow, foldersIn } from './files.js';
export { difference, diagnosticsSection, fenced } from './sections.js';
export type { ScanProject, Scanned } from './scanner.js';
