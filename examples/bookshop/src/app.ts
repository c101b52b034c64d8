import compression from 'compression';
import cors from 'cors';
import express, { type Express } from 'express';
import helmet from 'helmet';
import morgan from 'morgan';
import { settings } from './config/settings.js';
import { errorHandler, notFound } from './middleware/errors.js';
import { createApi } from './routes/index.js';
import { webhooks } from './routes/webhooks.js';

export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(helmet());
  app.use(cors({ origin: settings.allowedOrigin }));
  app.use(compression());
  if (settings.logRequests) app.use(morgan('tiny'));

  // Signatures are computed over the raw body, so webhooks come before the JSON parser.
  app.use('/webhooks', webhooks);
  app.use(express.json({ limit: '1mb' }));

  app.get('/health', (_request, response) => {
    response.json({ status: 'ok', uptime: process.uptime() });
  });
  app.use(settings.apiPrefix, createApi());

  app.use(notFound);
  app.use(errorHandler);
  return app;
}
