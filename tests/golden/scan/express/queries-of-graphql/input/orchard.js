// Handlers of GraphQL answer GET and POST where they are mounted, behind what is mounted in front of them.
const express = require('express');
const { createHandler } = require('graphql-http/lib/use/express');
const { graphqlHTTP } = require('express-graphql');
const { ApolloServer } = require('@apollo/server');
const { expressMiddleware } = require('@apollo/server/express4');
const schema = require('./schema');

const isGrower = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401));

async function plant() {
  const orchard = express();
  const pears = express.Router();
  orchard.use('/apples', createHandler({ schema }));
  pears.use('/graphql', isGrower, graphqlHTTP({ schema, graphiql: true }));
  orchard.use('/pears', pears);
  const server = new ApolloServer({ schema });
  await server.start();
  orchard.use(process.env.PLUMS || '/plums', express.json(), expressMiddleware(server, { context: async ({ req }) => ({ token: req.headers.token }) }));
  // It answers everywhere: no path of its own.
  orchard.use(createHandler({ schema }));
  orchard.listen(4700);
}
plant();
