export { toModel, type ModelProject } from './to-model.js';
