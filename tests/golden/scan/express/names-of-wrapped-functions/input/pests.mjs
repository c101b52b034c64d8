// Factories of modules have no names of their own: they are called what they are imported as.
export default (kind) => (req, res, next) => (req.get('x-pest') === kind ? res.sendStatus(409) : next());
