export * from './BowlController.js';
export * from './VaseController.js';
export { PORT } from './settings.js';
