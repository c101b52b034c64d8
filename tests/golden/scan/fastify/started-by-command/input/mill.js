module.exports = async function mill(wheel, settings) {
  wheel.addHook('onRequest', async function creak() {});
  wheel.register(require('./stones'), { prefix: '/stones' });
};
module.exports.options = { bodyLimit: 1000 };
