import type { Request, Response } from 'express';
import { default as express } from 'express';
import * as berths from './berths/index.js';

export const greeting = (ship: string): string => `welcome, ${ship}`;

// A bundler makes one file of all: by the sources nobody can tell which of the circle is started but that this one listens.
const quay = express();
quay.use('/berths', berths.berths);
quay.use('/crew', berths.crew);
quay.use(berths.rest);
quay.get('/', (_request: Request, response: Response) => response.send('quay'));
quay.listen(8080);
