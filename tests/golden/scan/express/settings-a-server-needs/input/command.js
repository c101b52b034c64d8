const { Command } = require('commander');

let definitions = {};

Command.prototype.declare = function (given) {
  definitions = given;
  Object.keys(given).reduce((program, name) => program.option(`--${name} [${name}]`, given[name].help), this);
};

Command.prototype.parsePlainly = Command.prototype.parse;
Command.prototype.parse = function (args, env) {
  this.parsePlainly(args);
  Object.keys(definitions).forEach((name) => {
    const { env: variable, default: otherwise } = definitions[name];
    if (!Object.prototype.hasOwnProperty.call(this, name) && env[variable]) this[name] = env[variable];
    else if (otherwise !== undefined) this[name] = otherwise;
  });
};

Command.prototype.stated = function () {
  return Object.keys(definitions).reduce((options, name) => {
    if (typeof this[name] !== 'undefined') options[name] = this[name];
    return options;
  }, {});
};

module.exports = new Command().storeOptionsAsProperties();
