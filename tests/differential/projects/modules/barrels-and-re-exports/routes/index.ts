export { router as fernRouter } from './fern';
export * as moss from './moss';
export * from './paths';
export { default } from './fallback';
