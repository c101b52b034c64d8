export * from './lamp.js';
export * from './beam.js';
export * from '../chores/index.js';
