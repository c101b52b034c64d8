export * from './spices';
export { Lamps as Lights } from './lamps';
export * as inner from './deep';
export type { Awning } from './awning';
