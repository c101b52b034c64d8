const restify = require('restify'); //~ project/unmodelled-framework
const light = restify.createServer();
light.get('/light', (req: unknown, res: { send(body: unknown): void }) => res.send({ on: true })); //~ project/unseen-registration
light.listen(3001);
