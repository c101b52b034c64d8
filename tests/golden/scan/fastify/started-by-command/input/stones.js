module.exports = async function stones(wheel) { wheel.get('/grind', async function grind() { return {}; }); };
