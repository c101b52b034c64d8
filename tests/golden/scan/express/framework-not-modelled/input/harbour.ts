import express from 'express';
import { PlatformExpress } from "@tsed/platform-express"; //~ project/unmodelled-framework
import { Harbour } from './controllers/quay';
import './beacon';

// Said once, although a second file imports another package of it; what Express serves beside it is in the model.
PlatformExpress.bootstrap(Harbour).then((platform) => platform.listen());

const tower = express();
tower.get('/tide', (req, res) => { res.json({ high: true }); });
tower.listen(3000);
