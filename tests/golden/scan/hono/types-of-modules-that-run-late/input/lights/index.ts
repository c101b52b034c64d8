export * as lights from './store';
