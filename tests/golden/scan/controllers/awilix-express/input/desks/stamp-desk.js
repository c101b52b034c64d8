import { createController } from 'awilix-express';

class StampDesk {
  constructor({ box }) { this.box = box; }
  async take(request, response) { response.json(this.box.stamp(request.params.colour)); }
  async lay(request, response) { response.status(201).json({ laid: request.body.count }); }
}

const clerk = (request, response, next) => { if (!request.headers['x-clerk']) { response.status(403).json({ clerk: false }); return; } next(); };

export default createController(StampDesk).prefix('/stamps').get('/:colour', 'take').post('/', 'lay', { before: [clerk] });
