import * as path from 'path';
import express from 'express';
import { glob } from 'glob';

const counter = express();

glob
  .sync(path.join(__dirname, 'routes/**/*.ts'))
  .map((file) => require(file))
  .forEach((loaded) => loaded.default(counter));

async function addLater() {
  for (const file of await glob(path.join(__dirname, 'late/*.ts'))) counter.use('/late', require(file).default);
  counter.listen(0);
}

addLater();
