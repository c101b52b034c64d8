import express from 'express';
import { install } from './framework';
import { PelicanController } from './pelican.controller';
const app = express();
install(app, [PelicanController], '/rest');
app.listen(3000);
