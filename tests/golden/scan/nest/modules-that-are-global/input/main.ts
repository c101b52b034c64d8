import { CallHandler, Controller, ExecutionContext, Get, Global, Injectable, MiddlewareConsumer, Module, NestInterceptor, NestMiddleware } from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { AcceptLanguageResolver, I18nModule } from 'nestjs-i18n';
import type { NextFunction, Request, Response } from 'express';

@Injectable()
class Bell implements NestMiddleware { use(_request: Request, response: Response, next: NextFunction) { response.setHeader('x-bell', '1'); next(); } }
@Injectable()
class Lamp implements NestMiddleware { use(_request: Request, response: Response, next: NextFunction) { response.setHeader('x-lamp', '1'); next(); } }
@Injectable()
class Horn implements NestMiddleware { use(_request: Request, response: Response, next: NextFunction) { response.setHeader('x-horn', '1'); next(); } }

@Injectable()
class Counting implements NestInterceptor { intercept(_context: ExecutionContext, next: CallHandler) { return next.handle(); } }

/** Global by what makes it. */
@Module({})
class Bells {
  static ringing(everywhere: boolean) { return { module: Bells, global: everywhere }; }
  configure(consumer: MiddlewareConsumer) { consumer.apply(Bell).forRoutes('*path'); }
}

@Global()
@Module({})
class Lamps { configure(consumer: MiddlewareConsumer) { consumer.apply(Lamp).forRoutes('*path'); } }

@Controller('ships')
class Ships { @Get() all() { return []; } }

@Module({ imports: [Bells.ringing(true), Lamps], controllers: [Ships] })
class Harbour {}

@Module({
  imports: [Harbour, I18nModule.forRoot({ fallbackLanguage: 'en', resolvers: [AcceptLanguageResolver] })],
  providers: [{ provide: APP_INTERCEPTOR, useClass: Counting }],
})
class Coast { configure(consumer: MiddlewareConsumer) { consumer.apply(Horn).forRoutes('*path'); } }

async function open() {
  const app = await NestFactory.create(Coast);
  await app.listen(8080);
}
void open();
