export * from './fins.js';
export * from './scales.js'; //~ evaluator/missing-module
export { gills } from './gills.js'; //~ evaluator/missing-module
export * as teeth from './teeth.js'; //~ evaluator/missing-module
export type { Tide } from './tides.js';
export * from '@shoal/nowhere';
