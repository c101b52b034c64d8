import { constants } from 'node:http2';
import { STATUS_CODES } from 'node:http';
import axios, { HttpStatusCode } from 'axios';
import express from 'express';
import { HttpStatus } from 'http-status-ts';
import { StatusCode } from 'status-code-enum';
import statuses from 'statuses';

const dome = express();
const { HTTP_STATUS_TEAPOT, HTTP_STATUS_NON_AUTHORITATIVE_INFORMATION } = constants;

// The client's names for the codes of its answers.
dome.post('/plates', (request, response) => response.status(HttpStatusCode.Created).json({ plate: 1 }));
dome.delete('/plates/:plate', (request, response) => response.sendStatus(axios.HttpStatusCode.NoContent));
dome.put('/plates/:plate', (request, response) => response.status(HttpStatusCode.UnprocessableEntity).json({ why: HttpStatusCode[422] }));

// What another server answers is not known, whatever the package.
dome.get('/weather', async (request, response) => {
  const answer = await axios.get('http://weather');
  if (answer.status !== HttpStatusCode.Ok) return response.status(HttpStatusCode.BadGateway).end();
  response.status(answer.status).json({ clear: answer.data.clear });
});

// Node's own.
dome.get('/kettle', (request, response) => response.status(HTTP_STATUS_TEAPOT).json({ short: STATUS_CODES[HTTP_STATUS_TEAPOT] }));
dome.get('/copies', (request, response) => response.status(HTTP_STATUS_NON_AUTHORITATIVE_INFORMATION).json([]));
dome.get('/archive', (request, response) => response.status(constants.HTTP_STATUS_GONE).end());

// Enums of other packages.
dome.get('/stars', (request, response) => response.status(HttpStatus.PARTIAL_CONTENT).json(['vega']));
dome.get('/old-stars', (request, response) => response.redirect(StatusCode.RedirectPermanent, '/stars'));
dome.get('/lenses', (request, response) => response.status(StatusCode.ClientErrorNotFound).json({ code: StatusCode.ClientErrorNotFound }));
dome.get('/mirrors', (request, response) => response.status(statuses('too early')).send({ message: statuses(425) }));
dome.get('/guides', (request, response) => response.status(statuses.code['payment required']).json({ message: statuses.message[402] }));

dome.listen(8080);
