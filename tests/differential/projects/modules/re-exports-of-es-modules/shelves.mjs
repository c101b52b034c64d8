export { default as bowls } from './bowls.mjs';
export * from './jugs.mjs';
import './glaze.mjs';
