import express from 'express';
import { orchard } from '@routes/orchard';
import settings from '~/settings';
const app = express();
app.use(settings.prefix, orchard);
app.listen(1);
