// Who calls is read off the stack of an error that nobody throws.
const path = require('path');

exports.prefixOfCaller = () => {
  const caller = new Error().stack.split('\n')[2].match(/\((.*?):\d+:\d+\)$/)[1];
  return '/' + path.basename(caller, '.js');
};
exports.prefixByCapture = function prefixByCapture() {
  const here = {};
  Error.captureStackTrace(here);
  const [, , frame] = here.stack.split('\n');
  return '/' + path.parse(frame.slice(frame.indexOf('(') + 1, frame.indexOf(':'))).name;
};
exports.nameOfCaller = () => /at (\w+)/.exec(new Error('who?').stack.split('\n')[2])[1];
