const share = require('fastify-plugin');
module.exports = share(async (whole) => { whole.decorate('measure', async function measure() {}); }, { name: 'thermometer' });
