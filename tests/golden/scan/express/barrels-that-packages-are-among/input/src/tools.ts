export * from 'lodash-es';
export * from './tools-of-ours.js';
