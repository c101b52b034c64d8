const { prefixByCallSites } = require('../callers');

module.exports = (canal) => {
  canal.get(prefixByCallSites(), (req, res) => res.json({ bridges: 7 }));
  canal.get(prefixByCallSites() + '/written', (req, res) => res.json({ top: new Error('low').stack.split('\n')[0] }));
};
