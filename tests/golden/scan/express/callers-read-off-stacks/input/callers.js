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
// What the program makes of the calls is what the stack is, for whoever reads it first.
exports.prefixByCallSites = () => {
  const before = Error.prepareStackTrace;
  const error = new Error();
  Error.prepareStackTrace = (_, calls) => calls;
  let caller = __filename;
  while (error.stack.length > 0 && caller === __filename) caller = error.stack.shift().getFileName();
  Error.prepareStackTrace = before;
  return '/' + path.basename(caller, '.js');
};
