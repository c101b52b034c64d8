export default function counted(req, res, next) { next(); }
