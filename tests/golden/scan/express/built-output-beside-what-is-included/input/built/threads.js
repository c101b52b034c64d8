"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.threads = void 0;
const express_1 = require("express");
const colours = require('../built/colours');
exports.threads = (0, express_1.Router)();
exports.threads.get('/:id', (req, res) => {
    const thread = { colour: req.params.id };
    res.json(thread);
});
exports.threads.use('/colours', colours);
