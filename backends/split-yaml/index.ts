export { toFiles, type SplitFiles } from './to-files.js';
export { fromFiles, type FilePosition, type FileProblem, type ReadFiles } from './from-files.js';
export { isSealed, seal, type Hash } from './digest.js';
