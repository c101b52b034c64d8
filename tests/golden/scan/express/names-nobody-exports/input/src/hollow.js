// A name that no module exports is nobody's "undefined": a path with it has a hole, and that is said. A member of a namespace is undefined.
import express from 'express';
import { PREFIX, moved } from './paths.js';
import * as paths from './paths.js';
import older from './typed.ts';

const hollow = express();
hollow.get(PREFIX + '/owls', (req, res) => res.json([]));
hollow.get(moved + '/wrens', (req, res) => res.json([])); //~ project/unknown-path
hollow.get(`/${older}/jays`, (req, res) => res.json([])); //~ project/unknown-path
if (paths.moved) hollow.get('/never', (req, res) => res.json([]));
hollow.listen(4305);
