export * from './drums';
