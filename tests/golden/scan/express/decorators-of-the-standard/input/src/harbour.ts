import { app } from './app.js';
import { Cargo } from './desks/cargo.js';
import './desks/pilots.js';
import { Tides } from './desks/tides.js';
import { all } from './kit/keys.js';

const desks: any[] = [new Cargo(), new Cargo()];
desks[1].open(app);

const tides: any = new Tides();
for (const { path, key } of all()) app.get(path, (req, res) => tides[key](req, res));

app.listen(4000);
