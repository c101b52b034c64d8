module.exports = { horn: '/horn' };
