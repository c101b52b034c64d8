// Apollo Server 2 and 3 put themselves on the application; of version 4 the documentation mounts the handler at `/`.
const express = require('express');
const cors = require('cors');
const { ApolloServer, gql } = require('apollo-server-express');
const { ApolloServer: Server } = require('@apollo/server');
const { expressMiddleware } = require('@apollo/server/express4');

const typeDefs = gql`type Query { stones: Int }`;
const isMiller = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401));

async function grind() {
  const mill = express();
  mill.get('/hours', (req, res) => res.json({ open: true }));
  const stones = new ApolloServer({ typeDefs });
  await stones.start();
  stones.applyMiddleware({ app: mill, cors: false });

  const sacks = new ApolloServer({ typeDefs });
  sacks.applyMiddleware({ app: mill, path: process.env.SACKS ?? '/sacks' });
  sacks.installSubscriptionHandlers(mill);

  const flour = new ApolloServer({ typeDefs });
  mill.use('/flour', isMiller, flour.getMiddleware({ path: '/' }), flour.getMiddleware());

  // It has no application here: it serves nobody.
  new ApolloServer({ typeDefs }).applyMiddleware({ path: '/bran' });

  const bread = express.Router();
  const server = new Server({ typeDefs });
  await server.start();
  bread.use('/', cors(), express.json(), expressMiddleware(server));
  mill.use('/bread', bread);
  mill.listen(4800);
}
grind();
