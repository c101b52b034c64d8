module.exports = (app) => { app.route('/core').get((req, res) => res.end()); };
