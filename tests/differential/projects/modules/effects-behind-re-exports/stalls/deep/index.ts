export * from './rugs';
