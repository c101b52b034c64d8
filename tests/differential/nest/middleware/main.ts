import { Controller, Delete, Get, Global, Injectable, MiddlewareConsumer, Module, NestMiddleware, NestModule, Post, RequestMethod } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { trace } from './trace';

@Injectable() class FirstMiddleware implements NestMiddleware { use(_request: Request, _response: Response, next: NextFunction) { trace('FirstMiddleware'); next(); } }
@Injectable() class SecondMiddleware implements NestMiddleware { use(_request: Request, _response: Response, next: NextFunction) { trace('SecondMiddleware'); next(); } }
@Injectable() class ThirdMiddleware implements NestMiddleware { use(_request: Request, _response: Response, next: NextFunction) { trace('ThirdMiddleware'); next(); } }
@Injectable() class FourthMiddleware implements NestMiddleware { use(_request: Request, _response: Response, next: NextFunction) { trace('FourthMiddleware'); next(); } }
function plainMiddleware(_request: Request, _response: Response, next: NextFunction) { trace('plainMiddleware'); next(); }
function early(_request: Request, _response: Response, next: NextFunction) { trace('early'); next(); }

@Controller('tea')
class TeaController {
  @Get() list() { return 'x'; }
  @Get('green') green() { return 'x'; }
  @Get(':id') one() { return 'x'; }
  @Post() brew() { return 'x'; }
  @Delete(':id') pour() { return 'x'; }
}

@Controller('cups')
class CupController {
  @Get() list() { return 'x'; }
  @Get(':id/saucer') saucer() { return 'x'; }
  @Get('clean') clean() { return 'x'; }
}

@Controller()
class DoorController {
  @Get() index() { return 'x'; }
  @Get('status') status() { return 'x'; }
}

@Module({ controllers: [TeaController] })
class TeaModule implements NestModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(FirstMiddleware, plainMiddleware).forRoutes('tea');
    consumer.apply(SecondMiddleware).forRoutes({ path: 'tea/:id', method: RequestMethod.GET }, { path: 'tea', method: RequestMethod.POST });
    consumer.apply(ThirdMiddleware).exclude({ path: 'tea/green', method: RequestMethod.GET }).forRoutes(TeaController);
  }
}

@Module({ controllers: [CupController] })
class CupModule implements NestModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(FourthMiddleware).exclude('cups/clean').forRoutes(CupController).apply(ThirdMiddleware).forRoutes('cups/*path');
  }
}

@Global()
@Module({})
class TraceModule implements NestModule {
  configure(consumer: MiddlewareConsumer) { consumer.apply(SecondMiddleware).exclude('status', 'tea/*path').forRoutes('*'); }
}

@Module({ imports: [TeaModule, CupModule, TraceModule], controllers: [DoorController] })
class RoomModule implements NestModule {
  configure(consumer: MiddlewareConsumer) { consumer.apply(FirstMiddleware).forRoutes({ path: 'cups', method: RequestMethod.ALL }, 'status'); }
}

async function start() {
  const room = await NestFactory.create(RoomModule, { logger: false });
  room.use(early);
  room.use('/house/tea', early);
  room.setGlobalPrefix('house', { exclude: ['status'] });
  await room.listen(0);
}
start();
