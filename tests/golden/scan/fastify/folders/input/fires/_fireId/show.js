module.exports = async function oneOf(fire) { fire.get('/', async function showFire() { return {}; }); };
