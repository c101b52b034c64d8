export * from './Pantry.js';
export * from './jars/index.js';
