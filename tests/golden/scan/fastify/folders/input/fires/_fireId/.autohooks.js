module.exports = async function (scope) { scope.addHook('preHandler', async function oneFire() {}); };
