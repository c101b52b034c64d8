module.exports = async function (room) { room.get('/off', async function off() { return {}; }); };
module.exports.autoload = false;
