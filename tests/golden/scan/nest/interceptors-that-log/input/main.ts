import { Body, CallHandler, CanActivate, Controller, ExecutionContext, Get, Injectable, MiddlewareConsumer, Module, NestInterceptor, NestMiddleware, NestModule, Post, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import session from 'express-session';
import { decode } from 'jwt-reader';
import type { NextFunction, Request, Response } from 'express';
import { Observable } from 'rxjs';
import { map, tap } from 'rxjs/operators';

/** Goes through whatever there is, as deep as it is. */
const cleaned = (data: any): any => {
  if (!data) return data;
  if (Array.isArray(data)) return data.map((each) => cleaned(each));
  if (typeof data !== 'object') return typeof data === 'string' ? data.trim() : data;
  const made: any = {};
  for (const key in data) if (Object.prototype.hasOwnProperty.call(data, key)) made[key] = /secret|token|key/i.test(key) ? '***' : cleaned(data[key]);
  return made;
};

@Injectable()
class Cleaning implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction) {
    if (request.body && typeof request.body === 'object') request.body = cleaned(request.body);
    cleaned(request.query);
    next();
  }
}

// Writes down who it is, for what is logged behind it: that asks nobody for anything.
@Injectable()
class LoggingContext implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction) {
    const header = request.header('authorization');
    (request as any).notes = { caller: header?.startsWith('Bearer') ? decode(header.split(' ')[1]) : null };
    next();
  }
}

// Whoever has logged in somewhere else.
@Injectable()
class Known implements CanActivate {
  canActivate(context: ExecutionContext): boolean { return this.requestOf(context).isAuthenticated(); }
  private requestOf(context: ExecutionContext): any { return context.switchToHttp().getRequest(); }
}

@Injectable()
class Logging implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, url, body, query } = context.switchToHttp().getRequest();
    console.log(method, url, JSON.stringify(cleaned(body)), JSON.stringify(cleaned(query)));
    return next.handle().pipe(tap({ next: (data) => console.log(JSON.stringify(cleaned(data))), error: (error) => console.error(error) }));
  }
}

@Injectable()
class Wrapping implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) { return next.handle().pipe(map((data) => ({ data, path: context.switchToHttp().getRequest().url }))); }
}

@Controller('stars')
class Stars {
  @Get() all() { return [{ name: 'Vega', planets: [{ name: 'none', moons: [{ label: 'x' }] }], position: { ra: 18, dec: 38 } }]; }
  @Get('mine') @UseGuards(Known) mine() { return [{ name: 'Deneb' }]; }
  @Post() add(@Body() star: { name: string; magnitude: number }) { return { added: star.name, magnitude: star.magnitude }; }
}

@Module({ controllers: [Stars] })
class Observatory implements NestModule {
  configure(consumer: MiddlewareConsumer) { consumer.apply(LoggingContext, Cleaning).forRoutes('*'); }
}

async function open() {
  const app = await NestFactory.create(Observatory);
  app.use(session({ name: 'orbit', secret: 's' }));
  app.useGlobalInterceptors(new Logging(), new Wrapping());
  await app.listen(8080);
}
void open();
