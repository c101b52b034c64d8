const restana = require('restana');
const { shed, beds } = require('seedlings');

const nursery = restana();
nursery.use('/tools', 7); //~ restana/unknown-argument
nursery.get(shed.path, (request, response) => response.send('?')); //~ project/unknown-path
if (process.env.WINTER) nursery.get('/heating', (request, response) => response.send('on'));
nursery.get('/known', (request, response) => response.send('yes'));
nursery.start();
