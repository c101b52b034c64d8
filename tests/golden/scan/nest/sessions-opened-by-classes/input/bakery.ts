import {
  CanActivate,
  Controller,
  ExecutionContext,
  Get,
  Injectable,
  MiddlewareConsumer,
  Module,
  NestMiddleware,
  NestModule,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import session from 'express-session';
import cookieSession from 'cookie-session';
import helmet from 'helmet';

@Injectable()
class BakerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    if (request.session?.user?.id === undefined) throw new UnauthorizedException('Not logged in');
    return true;
  }
}

// Made once, where the class is made.
@Injectable()
class Kept implements NestMiddleware {
  private readonly open: any;
  constructor() {
    this.open = session({ secret: process.env.SECRET!, name: 'bakery.sid', resave: false, saveUninitialized: false });
  }
  use(request: any, response: any, next: any): void {
    this.open(request, response, next);
  }
}

// Made for each request.
@Injectable()
class Fresh implements NestMiddleware {
  use(request: any, response: any, next: any): void {
    session({ secret: process.env.SECRET!, resave: false, saveUninitialized: false })(request, response, next);
  }
}

const cookies = cookieSession({ name: 'crumbs', keys: ['a'] });
const shared = (request: any, response: any, next: any) => cookies(request, response, next);

// A middleware of another kind opens no session.
@Injectable()
class Headers implements NestMiddleware {
  private readonly inner = helmet();
  use(request: any, response: any, next: any): void {
    this.inner(request, response, next);
  }
}
// It asks a package something, and runs none of its middlewares.
@Injectable()
class Idle implements NestMiddleware {
  use(request: any, response: any, next: any): void {
    (session as any).Store.note(request, response, next);
    next();
  }
}

@UseGuards(BakerGuard)
@Controller('ovens')
class Ovens {
  @Get()
  list() {
    return [{ hot: true }];
  }
}
@UseGuards(BakerGuard)
@Controller('loaves')
class Loaves {
  @Get()
  list() {
    return [{ crust: 'dark' }];
  }
}
@UseGuards(BakerGuard)
@Controller('crumbs')
class Crumbs {
  @Get()
  list() {
    return [];
  }
}
@UseGuards(BakerGuard)
@Controller('flour')
class Flour {
  @Get()
  list() {
    return [];
  }
}
@Controller('prices')
class Prices {
  @Get()
  list() {
    return [{ cents: 300 }];
  }
}

@Module({ controllers: [Ovens, Loaves, Crumbs, Flour, Prices] })
class Bakery implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(Kept).forRoutes(Ovens, Prices);
    consumer.apply(Fresh).forRoutes(Loaves);
    consumer.apply(shared).forRoutes(Crumbs);
    consumer.apply(Headers, Idle).forRoutes(Flour);
  }
}

NestFactory.create(Bakery).then((app) => app.listen(3000));
