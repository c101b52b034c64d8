const createError = require('http-errors');

exports.insist = (holds, status, message) => {
  if (!holds) throw createError(status, message);
};
exports.forbid = function forbid(holds, message) {
  if (holds) {
    throw createError(422, message);
  }
};
exports.remark = (holds, message) => {
  if (holds) console.warn(message);
};
