export { JamController } from './JamController.js';
export type { Pickle } from './PickleController.js';
