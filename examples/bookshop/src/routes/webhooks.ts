import { createHmac, timingSafeEqual } from 'node:crypto';
import express, { Router, type RequestHandler } from 'express';
import { settings } from '../config/settings.js';

const verifySignature: RequestHandler = (request, response, next) => {
  const expected = createHmac('sha256', settings.webhookSecret).update(request.body).digest();
  const given = Buffer.from(request.get('x-signature') ?? '', 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    response.status(401).json({ error: 'bad signature' });
    return;
  }
  next();
};

export const webhooks = Router();

webhooks.post('/payments', express.raw({ type: '*/*' }), verifySignature, (_request, response) => {
  response.sendStatus(204);
});
