export { router as berths } from './berths.js';
export { router as crew } from './crew.js';
export { router as rest } from './a-rest.js';
