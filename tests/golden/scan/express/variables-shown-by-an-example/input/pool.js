require('dotenv').config();
const express = require('express');
const pool = express();
const base = process.env.API_PREFIX;
if (!process.env.MOUNT) throw new Error('MOUNT is missing');

const crabs = express.Router();
crabs.get('/', (req, res) => res.json([]));
// In a text, and as the whole of a path.
pool.use(`${base}/crabs`, crabs); //~ evaluator/example-variable
pool.use(process.env.ADMIN_PATH, crabs); //~ evaluator/example-variable
pool.get(base + '/snails/:id', (req, res) => res.json({ id: req.params.id })); //~ evaluator/example-variable
// Demanded, and shown.
pool.use(process.env.MOUNT, crabs); //~ evaluator/example-variable
// It is stated to be empty; what is only left to be filled in is nothing.
pool.use(`${process.env.REEF}/urchins`, crabs); //~ evaluator/example-variable
pool.use(`${process.env.LAGOON}/polyps`, crabs); //~ project/unknown-path
// Nobody says what it is: a placeholder is no value.
pool.use('/' + process.env.TENANT, crabs); //~ project/unknown-path
// An address is no part of a path, and a secret is another one wherever the server runs.
pool.use(`${process.env.PUBLIC_URL}/whelks`, crabs); //~ project/unknown-path
pool.post('/hooks/' + process.env.HOOK_TOKEN, (req, res) => res.sendStatus(204)); //~ project/unknown-path
// What is not set is not on: the example says nothing of how the server is run.
if (process.env.FEATURE_EELS === 'true') pool.get('/eels', (req, res) => res.json([]));
pool.listen(process.env.PORT);
