import express from 'express';
import { Config } from './config';

const app = express();
app.get(Config.Server.base + '/pictures', (req, res) => res.json([]));
app.get(Config.Server.base + '/pictures/:name.(' + Config.formats.join('|') + ')', (req, res) => res.sendFile('/tmp/x'));
Config.Server.languages.forEach((language) => app.get('/' + language + '/', (req, res) => res.send('hello')));
if (Config.Server.sharing) app.post(Config.Server.base + '/shares', (req, res) => res.status(201).json({ id: 1 }));
app.listen(3000);
