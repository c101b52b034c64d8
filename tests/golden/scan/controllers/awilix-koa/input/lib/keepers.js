const { createController } = require('awilix-koa');

class Keepers {
  constructor(harbour) { this.harbour = harbour; }
  async roll(ctx) { ctx.body = { harbour: this.harbour, keepers: ['Ada'] }; }
}

exports.keepers = createController(Keepers).prefix('/keepers').prefix('/wardens').get('/', 'roll').delete('/:keeper', 'leave');
Keepers.prototype.leave = async function leave(ctx) { ctx.status = 204; };
