// Controllers by a pattern of built files, made by a container, on an application of the program; errors are the program's own affair; a base class
// states routes for the classes that extend it, and guards of the class stand in front of the methods'.
import express from 'express';
import { Container } from 'typedi';
import { createParamDecorator, useContainer, useExpressServer } from 'routing-controllers';
import path from 'path';

useContainer(Container);
const quay = express();
quay.get('/alive', (request, response) => { response.send('yes'); });
useExpressServer(quay, {
  routePrefix: 'v1',
  defaultErrorHandler: false,
  controllers: [path.join(__dirname, '/web/*Controller.js')],
  middlewares: [__dirname + '/web/*Answer.js'],
  interceptors: [__dirname + '/web/*Envelope.js'],
  authorizationChecker: (action) => action.request.session.userId !== undefined,
});
quay.listen(4100);
