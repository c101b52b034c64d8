module.exports = async function (room, settings) { room.get(`/${settings.shelf}`, async function shelf() { return {}; }); };
module.exports.autoConfig = { shelf: 'third' };
