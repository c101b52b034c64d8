const environment = process.env.NODE_ENV || 'development';
const base = require('./base.json');
const overrides = { development: { metrics: { path: '/gauges' } }, production: {} };
module.exports = { ...base, port: process.env.PORT ?? 3000, ...(overrides[environment] || {}), api: { prefix: `${process.env.ROOT_PATH || ''}/api/${process.env.API_VERSION || base.version}` } };
