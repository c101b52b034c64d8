module.exports = (app, { under }) => { app.route(under).get((req, res) => res.end()).post([], (req, res) => res.end()); };
