import express from 'express';
import { lane2 } from './lanes';
import alley from './alley';
const app = express();

app.use('/cart', require('./cart'));
app.use('/wagon', require('./wagon'));
app.use('/sled', require('./sled').runners4);
app.use('/lane', lane2);
app.use('/alley', alley);
app.listen(1);
