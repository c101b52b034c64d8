module.exports = async function listFires(fire) { fire.get('/', async function fires() { return []; }); };
