const path = require('node:path');
const kiln = require('fastify')();
kiln.register(require('@fastify/autoload'), { dir: path.join(__dirname, 'parts') });
kiln.register(require('@fastify/autoload'), { dir: path.join(__dirname, 'fires'), routeParams: true, autoHooks: true, cascadeHooks: true, options: { prefix: '/fires' } });
kiln.register(require('@fastify/autoload'), { dir: path.join(__dirname, 'cellar'), dirNameRoutePrefix: false, ignorePattern: /skipped/, options: { prefix: '/cellar/' } });
kiln.listen({ port: 3000 });
