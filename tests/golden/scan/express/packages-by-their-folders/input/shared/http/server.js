const express = require('express');

let app;

exports.application = () => (app ??= express());
exports.router = () => express.Router();
exports.start = (port) => exports.application().listen(port);
