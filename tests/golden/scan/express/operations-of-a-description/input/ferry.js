const path = require('node:path');
const express = require('express');
const OpenApiValidator = require('express-openapi-validator');

const ferry = express();
ferry.use(express.json());
ferry.use(
  OpenApiValidator.middleware({
    apiSpec: path.join(__dirname, 'ferry.yaml'),
    validateResponses: true,
    operationHandlers: path.join(__dirname, 'handlers'),
  }),
);
ferry.get('/health', function healthy(req, res) {
  res.send('ok');
});
ferry.listen(8080);
