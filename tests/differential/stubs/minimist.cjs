'use strict';
// Stand-in: options in the form --name=value and --name, and the defaults.
module.exports = (args, { default: defaults = {} } = {}) => {
  const made = { _: [], ...defaults };
  for (const arg of args) {
    const match = /^--([^=]+)(?:=(.*))?$/.exec(arg);
    if (match) made[match[1]] = match[2] ?? true;
    else made._.push(arg);
  }
  return made;
};
