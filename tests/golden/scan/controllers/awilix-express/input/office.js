import express from 'express';
import { createContainer, asClass, asValue, aliasTo, Lifetime, InjectionMode } from 'awilix';
import { scopePerRequest, controller, inject, createController } from 'awilix-express';
import StampDesk from './desks/stamp-desk.js';
import { inkDesk } from './desks/ink-desk.js';

class Drawer {
  constructor(shelf) { this.shelf = shelf; }
  stamp(colour) { if (colour === 'none') throw Object.assign(new Error('no such stamp'), { status: 422 }); return { colour, shelf: this.shelf, left: 3 }; }
}

const container = createContainer({ injectionMode: InjectionMode.PROXY });
container.register({ shelf: asValue('top'), drawer: asClass(Drawer, { lifetime: Lifetime.SCOPED }).classic(), box: aliasTo('drawer') });

export const office = express();
office.use(express.json());
office.use(scopePerRequest(container));
office.use('/office', controller([StampDesk, inkDesk]));
office.get('/shelf', inject(({ shelf }) => (request, response) => { response.json({ shelf }); }));
office.use((error, request, response, next) => { response.status(error.status || 500).json({ fault: error.message }); });
office.listen(3100);
