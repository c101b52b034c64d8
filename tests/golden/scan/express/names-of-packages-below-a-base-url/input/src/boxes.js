const { Router } = require('express');
// Node runs this file as it is, and finds the package that is listed.
const { kebabCase } = require('lodash');

exports.boxes = Router();
exports.boxes.get(`/${kebabCase('royalBox')}`, (request, response) => { response.json({ royal: true }); });
