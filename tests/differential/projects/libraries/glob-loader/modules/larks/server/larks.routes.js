module.exports = function (app) { app.route('/larks/:lark').all(require('../policy').allowed).get((req, res) => res.end()).delete((req, res) => res.end()); };
