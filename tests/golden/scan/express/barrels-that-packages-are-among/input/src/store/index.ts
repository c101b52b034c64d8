export * from './client.js';
export * from './plants.js';
export * from './gate.js';
