module.exports = (rack, settings, done) => {
  rack.get('/spade', async function spade() { return {}; });
  rack.get('rake', async function rake() { return {}; });
  done();
};
