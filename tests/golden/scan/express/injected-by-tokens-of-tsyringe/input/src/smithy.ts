import 'reflect-metadata';
import express from 'express';
import { container } from 'tsyringe';
import './factories';
import { SmithyRouter } from './parts';

const smithy = express();
smithy.use(express.json());
smithy.use(container.resolve(SmithyRouter).router);
smithy.use('/bellows', container.resolve<express.Router>('bellows'));
smithy.get('/cached', container.resolve<{ blow: express.Handler }>('cached').blow);
smithy.get('/either', container.resolve<{ blow: express.Handler }>('either').blow);
smithy.listen(8080);
