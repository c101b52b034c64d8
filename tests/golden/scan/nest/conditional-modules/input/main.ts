import { Controller, Get, Injectable, MiddlewareConsumer, Module, NestMiddleware } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Injectable() class EchoMiddleware implements NestMiddleware { use(_request: unknown, _response: unknown, next: () => void) { next(); } }

@Controller('disk') class DiskController { @Get() read() { return 'x'; } }
@Controller('tape') class TapeController { @Get() read() { return 'x'; } }
@Controller('probe') class ProbeController { @Get() read() { return 'x'; } }
@Controller('always') class AlwaysController { @Get() read() { return 'x'; } }

@Module({ controllers: [DiskController] }) class DiskModule {}
@Module({ controllers: [TapeController] }) class TapeModule {}
@Module({ controllers: [ProbeController] }) class ProbeModule {}

const store = (process.env.STORE ?? 'disk') === 'disk' ? DiskModule : TapeModule;

@Module({ imports: [store, ...(process.pid % 2 === 0 ? [ProbeModule] : [])], controllers: [AlwaysController] })
class DepotModule {
  configure(consumer: MiddlewareConsumer) {
    if (process.pid % 3 === 0) consumer.apply(EchoMiddleware).forRoutes('always');
  }
}

void NestFactory.create(DepotModule).then((depot) => depot.listen(1));
