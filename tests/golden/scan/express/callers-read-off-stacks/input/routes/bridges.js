const { prefixByCallSites } = require('../callers');

// It can be written as well.
const closed = new Error('closed');
closed.stack = { lines: 3 };

module.exports = (canal) => {
  canal.get(prefixByCallSites() + '/closed', (req, res) => res.json({ stack: closed.stack }));
  canal.get(prefixByCallSites(), (req, res) => res.json({ bridges: 7 }));
  canal.get(prefixByCallSites() + '/written', (req, res) => res.json({ top: new Error('low').stack.split('\n')[0] }));
};
