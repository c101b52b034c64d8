// The manifest starts a file that is not there: what nothing imports is started instead, and that is said.
const express = require('express');

const quay = express();
quay.get('/ferries', (request, response) => response.json([]));
quay.listen(8080);
