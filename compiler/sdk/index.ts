export * from './values.js';
export * from './adapter.js';
