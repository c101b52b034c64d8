"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) { return (mod && mod.__esModule) ? mod : { "default": mod }; };
Object.defineProperty(exports, "__esModule", { value: true });
const express_1 = __importDefault(require("express"));
const threads_1 = require("./threads");
const loom = (0, express_1.default)();
loom.use('/threads', threads_1.threads);
loom.listen(3000);
