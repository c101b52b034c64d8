import 'reflect-metadata';
import { createExpressServer } from 'routing-controllers';
import { PORT } from './kiln/index.js';

createExpressServer().listen(PORT);
