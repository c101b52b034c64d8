module.exports = async function (room) { room.get('/wine', async function wine() { return {}; }); };
module.exports.autoPrefix = '/moved';
