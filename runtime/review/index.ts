export { LEVELS, type Change, type Level } from './diff/change.js';
export { diffMarkdown } from './diff/diff-markdown.js';
export { diffModels, type ModelDiff } from './diff/diff-models.js';
export type { Finding, ValidationContext } from './validate/finding.js';
export type { PlacedFinding } from './validate/placed-finding.js';
export { toGithub } from './validate/to-github.js';
export { toSarif } from './validate/to-sarif.js';
export { validateModel } from './validate/validate-model.js';
