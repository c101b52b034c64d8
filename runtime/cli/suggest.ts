export { didYouMean, suggest } from '../project/suggest.js';
