"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.sails = void 0;
const express_1 = require("express");
exports.sails = (0, express_1.Router)();
exports.sails.get('/', (_req, res) => { res.json([]); });
