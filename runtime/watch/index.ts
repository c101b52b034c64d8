export { createIgnoreRules, type IgnoreRules } from './ignore-rules.js';
export { isSourceFile } from './source-file.js';
export { watchProject, type ProjectWatcher, type WatchOptions } from './watch-project.js';
