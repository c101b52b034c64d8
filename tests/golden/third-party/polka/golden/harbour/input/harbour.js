'use strict';
const http = require('http');
const polka = require('polka');
const { mark, answer } = require('./trace');

function tide(request, response, next) { mark(request, 'tide'); next(); }
function customs(request, response, next) { mark(request, 'customs'); next(); }
function crane(request, response, next) { mark(request, 'crane'); next(); }
function berths(request, response) { answer(request, response, 'berths'); }
function berth(request, response) { answer(request, response, 'berth'); }
function moor(request, response) { answer(request, response, 'moor'); }
function anything(request, response) { answer(request, response, 'anything'); }
function archive(request, response) { answer(request, response, 'archive'); }

class Quay {
  constructor(name) {
    this.pier = polka(); //~ core/unmounted-router
    this.pier.get('/', berths);
    this.pier.get(`/${name}/:berth?`, customs, berth);
    this.pier.add('PUT', '/:berth/boat', moor);
    this.pier.use(crane);
  }
}

const harbour = polka({ onNoMatch: (request, response) => { response.statusCode = 404; response.end(); } });
harbour.get('/archive/*', archive);
for (const [base, quay] of Object.entries({ north: new Quay('n'), '/south': new Quay('s') })) harbour.use(base, quay.pier);
harbour.use('/signals', customs);
harbour.all('/signals/:flag', anything);
harbour.use('north/inner', new Quay('lost').pier); //~ polka/deep-base
harbour.use(tide);

http.createServer(harbour.handler).listen(process.env.PORT);
