function mustBeKeeper(req, res, next) { next(); }
exports.wireRead = function (target, where, run) { target.get(where, run); };
exports.wireWrite = (target, where, ...runs) => {
  target.post(where, mustBeKeeper, ...runs);
  target.put(`${where}/:tag`, mustBeKeeper, ...runs);
};
