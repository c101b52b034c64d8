const express = require('express');
const Layer = require('express/lib/router/layer');

/** Keeps its routes for requests that come in batches, and is mounted for all others. */
exports.Router = class {
  routes = [];
  route(method, path, handler) {
    this.routes.push({ method, path, handler, layer: new Layer(path, null, handler) });
  }
  find(method, path) {
    return this.routes.find((route) => route.method === method && route.layer.match(path));
  }
  mountOn(app, path) {
    const router = express.Router();
    for (const route of this.routes) router[route.method](route.path, (request, response) => route.handler(request, response));
    app.use(path, router);
  }
};

exports.add = (router) => {
  router.route('get', '/snacks', (request, response) => {
    const inner = express.Router();
    inner.get('/never', () => {});
    response.json({ snacks: [] });
  });
  router.route('post', '/batch', (request, response) => response.json({ found: router.find('get', request.body.path) !== undefined }));
};
