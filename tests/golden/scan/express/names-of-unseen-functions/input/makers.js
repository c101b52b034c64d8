exports.Day = class { onDuty(req, res, next) { next(); } };
