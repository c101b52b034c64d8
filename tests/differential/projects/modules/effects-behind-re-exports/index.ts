import express from 'express';
import { listed } from './ledger';
import './stalls';

const bazaar = express();
for (const { at, sell } of listed) bazaar.get(at, sell);
bazaar.listen(3931);
