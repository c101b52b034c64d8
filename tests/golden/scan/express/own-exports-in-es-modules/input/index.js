import express from 'express';
import { addRoutes } from './carriers';
import counters, { open } from './counters';

const office = express();
addRoutes(office);
office.use('/counters', counters);
open(office, '/opening-hours');
office.listen(3000);
