import { createController } from 'awilix-express';

const bottle = { volume: 20 };
export const inkDesk = createController(({ shelf }) => ({ pour: (request, response) => { response.send({ shelf, volume: bottle.volume }); } })).all('/ink', 'pour');
