import { Container } from 'inversify';

export * from './HayController.js';
export * from './measures.js';

export const stored = (): Container => new Container();
