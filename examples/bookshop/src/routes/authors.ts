import { createCrudRouter } from '../lib/crud-router.js';
import { AuthorController } from '../controllers/author-controller.js';

export const authors = createCrudRouter('authorId', new AuthorController());
