module.exports = async function (scope) { scope.addHook('preHandler', scope.measure); };
