'use strict';
Object.defineProperty(exports, '__esModule', { value: true });
exports.open = void 0;
const express_1 = __importDefault(require('express'));
function open(port) {
  const granary = (0, express_1.default)();
  granary.get('/sacks', (req, res) => res.json([]));
  granary.listen(port);
}
exports.open = open;
