const express = require('express');
express.application.resource = function (path, controller) {
  const verbs = { index: ['get', ''], show: ['get', '/:id'], create: ['post', ''], destroy: ['delete', '/:id'] };
  Object.keys(verbs).forEach((action) => {
    if (!controller[action]) return;
    const [verb, suffix] = verbs[action];
    this[verb](path + suffix, controller[action]);
  });
  return this;
};
const app = express();
app.resource('/gulls', { index(req, res) { res.end(); }, show(req, res) { res.end(); } })
  .resource('/terns', { create(req, res) { res.end(); }, destroy(req, res) { res.end(); } });
app.listen(9);
