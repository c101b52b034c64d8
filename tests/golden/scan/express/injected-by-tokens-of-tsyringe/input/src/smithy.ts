import 'reflect-metadata';
import express from 'express';
import { container } from 'tsyringe';
import { SmithyRouter } from './parts';

const smithy = express();
smithy.use(express.json());
smithy.use(container.resolve(SmithyRouter).router);
smithy.listen(8080);
