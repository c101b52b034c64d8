export * from './values.js';
export * from './adapter.js';
export * from './helpers.js';
export * from './http-methods.js';
export * from './handler-items.js';
export * from './path-text.js';
