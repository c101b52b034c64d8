import compression from '@fastify/compress';
import helmet from '@fastify/helmet';
import limiter from '@fastify/rate-limit';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';

@Controller('gates')
class GateController {
  @Get(':gate') level() { return { level: 3 }; }
  @Post(':gate/raise') raise() { return { level: 4 }; }
}

@Module({ controllers: [GateController] })
class WeirModule {}

// Plugins are loaded before Nest registers its routes, waited for or not: what they put on routes is there.
async function open() {
  const weir = await NestFactory.create<NestFastifyApplication>(WeirModule, new FastifyAdapter());
  weir.register(limiter, { max: 30, timeWindow: 60000 });
  await weir.register(helmet);
  await weir.register(compression, { global: false });
  await weir.listen(1, '127.0.0.1');
}
open();
