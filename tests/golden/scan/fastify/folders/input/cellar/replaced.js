module.exports = async function (room) { room.get('/cheese', async function cheese() { return {}; }); };
module.exports.prefixOverride = '/replaced';
