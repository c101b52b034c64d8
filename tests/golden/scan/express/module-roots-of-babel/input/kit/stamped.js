export function stamped(req, res, next) { next(); }
