import 'reflect-metadata';
import { Container } from 'inversify';
import { InversifyExpressServer } from 'inversify-express-utils';
import { Pantry } from './pantry/index.js';
import { stored } from './loft/index.js';

/** Nobody here names a controller: the files are loaded with what passes them on. */
export class Granary {
  async open(): Promise<void> {
    const everything = Container.merge(await new Pantry().shelves(), stored());
    new InversifyExpressServer(everything).build().listen(4100);
  }
}

void new Granary().open();
