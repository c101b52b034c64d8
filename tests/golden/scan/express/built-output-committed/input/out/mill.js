"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
const express_1 = __importDefault(require("express"));
const sails_1 = require("./sails");
const mill = (0, express_1.default)();
mill.use('/sails', sails_1.sails);
mill.get('/wind', (_req, res) => { res.json({ knots: 12 }); });
mill.listen(4013);
