const path = require('path');

module.exports = {
  target: 'node',
  entry: './boats/harbour.js',
  resolve: { alias: { docks: path.resolve(__dirname, 'boats', 'docks') }, modules: [path.join(__dirname, 'lib'), 'node_modules'] },
};
