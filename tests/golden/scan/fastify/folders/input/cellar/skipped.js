module.exports = async function (room) { room.get('/never', async function never() { return {}; }); };
