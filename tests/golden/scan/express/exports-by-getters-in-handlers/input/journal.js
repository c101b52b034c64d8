const lines = [];

function journal() {
  return { write: (line) => lines.push(line), last: () => ({ line: 'cast', count: 2 }) };
}

Object.defineProperty(module.exports, 'journal', { enumerable: true, get: journal });
Object.defineProperty(exports, 'kept', {
  get: function () {
    return lines.slice();
  },
});
