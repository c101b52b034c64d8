import { All, Controller, Get, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';

@Controller('wings')
class WingController {
  @Get(':span') span() { return 'x'; }
  @Post('fold/*') fold() { return 'x'; }
  @All('flap') flap() { return 'x'; }
}

@Module({ controllers: [WingController] })
class SwiftModule {}

async function fly() {
  const swift = await NestFactory.create<NestFastifyApplication>(SwiftModule, new FastifyAdapter({ logger: true }));
  swift.enableCors();
  await swift.listen({ port: 1, host: '0.0.0.0' });
}
fly();
