import express from 'express';
import http from 'http';
import join from 'url-join';
import slash from 'slash';
import { stage } from 'router';
import { boxes } from './boxes.js';

const theatre = express();
// `router` is a package that a model reads, and no manifest lists it: it is the file below the base URL.
stage(theatre);
// TypeScript takes the file, although the package is listed.
theatre.get(join('rows', 'seats'), (_request, response) => { response.json([{ row: 1 }]); });
// A declaration is no file to run: the package it is.
theatre.get(slash('\\lobby'), (_request, response) => { response.json({ doors: 2 }); });
theatre.use('/boxes', boxes);
// Node's own modules are Node's.
http.createServer(theatre).listen(8080);
