import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import helmet from 'helmet';
import { QuarryModule } from './quarry';

// Parsers stand in the chain where they were told, as those that are used by hand.
async function start() {
  const app = await NestFactory.create<NestExpressApplication>(QuarryModule, { bodyParser: false });
  app.useBodyParser('json', { limit: '2mb' });
  app.use(helmet());
  app.useBodyParser('urlencoded', { extended: true }).useBodyParser('text');
  await app.listen(3000);
}

// On Fastify they are none of the chain.
async function startFast() {
  const app = await NestFactory.create<NestFastifyApplication>(QuarryModule, new FastifyAdapter());
  app.useBodyParser('json');
  app.setGlobalPrefix('fast');
  await app.listen(3001);
}
void start();
void startFast();
