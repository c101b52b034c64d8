'use strict';

var _express = _interopRequireDefault(require('express'));
var _count = require('./lib/count.js');
function _interopRequireDefault(e) {
  return e && e.__esModule ? e : { default: e };
}
const kiln = (0, _express.default)();
kiln.get('/pots', (req, res) => {
  res.json({ pots: _count.count });
});
kiln.listen(3000);
