module.exports = { method: 'GET', url: '/', handler: async function range() { return {}; } };
