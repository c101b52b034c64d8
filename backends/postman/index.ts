export { formatPostman, toPostman, type PostmanCollection } from './to-postman.js';
