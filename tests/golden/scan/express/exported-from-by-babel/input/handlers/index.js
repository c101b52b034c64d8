export bake from './bake';
export cool, { warm } from './cool';
export default from './bake';
