const express = require('express');
const definition = require('./api.json');
const controllers = { vault: require('./controllers/vault'), moat: require('./controllers/moat') };
const app = express();
Object.entries(definition.paths).forEach(([path, operations]) => {
  Object.entries(operations).forEach(([verb, { controller, action, secured }]) => {
    const chain = secured ? [controllers[controller].sentinel] : [];
    app[verb](definition.basePath + path.replace(/\{(\w+)\}/g, ':$1'), ...chain, controllers[controller][action]);
  });
});
app.listen(8080);
