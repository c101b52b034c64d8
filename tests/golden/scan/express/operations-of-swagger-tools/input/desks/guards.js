module.exports = { delete: (req, res) => res.sendStatus(204) };
