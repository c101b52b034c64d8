const express = require('express');
const { asClass, asFunction, createContainer } = require('awilix');
const { makeClassInvoker, makeFunctionInvoker, makeInvoker, makeResolverInvoker, scopePerRequest } = require('awilix-express');
const { HiveController, makeQueens, Bees } = require('./hives');

const container = createContainer();
container.register({ bees: asClass(Bees).scoped(), clock: asFunction(() => () => new Date()).singleton() });

const app = express();
app.use(express.json());
app.use(scopePerRequest(container));

// A class of which the container makes one for each request.
const hives = makeInvoker(HiveController);
app.get('/hives', hives('list'));
app.post('/hives', hives('guard'), hives('make'));
app.delete('/hives/:id', makeClassInvoker(HiveController)('remove'));

// A function that gives an object with the handlers.
const queens = makeFunctionInvoker(makeQueens);
app.get('/queens/:id', queens('find'));
app.put('/queens/:id', makeResolverInvoker(asFunction(makeQueens))('crown'));

// Which method it is only run time knows.
app.get('/honey', hives(process.argv[2]));

app.listen(3000);
