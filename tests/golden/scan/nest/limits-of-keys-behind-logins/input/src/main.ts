import { CanActivate, Controller, ExecutionContext, Get, Injectable, Module, SetMetadata, UseGuards } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ExtractJwt, Strategy } from 'passport-jwt';

@Injectable()
class TokenStrategy extends PassportStrategy(Strategy, 'token') {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: process.env.SECRET });
  }
  validate({ sub }: { sub: string }) {
    return { id: sub, crossings: 0 };
  }
}
@Injectable()
class KeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'key') {
  constructor() {
    super({ header: 'X-Ferry-Api-Key', prefix: '' }, false);
  }
  validate(key: string) {
    return { id: key, crossings: 3 };
  }
}

/** By a token or by a key; where the route says so, nobody has to show one. */
@Injectable()
class Passengers extends AuthGuard(['token', 'key']) {
  constructor(private readonly reflector: Reflector) {
    super();
  }
  handleRequest(error: unknown, user: any, info: unknown, context: ExecutionContext) {
    if (this.reflector.get<boolean>('guests', context.getHandler()) && !error) return user;
    return super.handleRequest(error, user, info, context);
  }
}
/** How often a key is used: whom the key stands for a guard in front of this one has left there. */
@Injectable()
class Seldom implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    if (!request.headers['x-ferry-api-key']) return true;
    return request.user ? request.user.crossings < 10 : false;
  }
}
@Injectable()
class Known implements CanActivate {
  canActivate(context: ExecutionContext) {
    return Boolean(context.switchToHttp().getRequest().user);
  }
}

@Controller('ferries')
class FerryController {
  @Get('timetable')
  @SetMetadata('guests', true)
  @UseGuards(Passengers, Seldom)
  timetable() {
    return { noon: true };
  }
  /** Either of the two: the limit makes the key no less a login. */
  @Get('tickets')
  @SetMetadata('guests', true)
  @UseGuards(Passengers, Seldom, Known)
  tickets() {
    return { sold: 12 };
  }
  @Get('cabins')
  @UseGuards(Passengers, Seldom)
  cabins() {
    return { free: 2 };
  }
  /** By itself it asks those for something who show a key. */
  @Get('weather')
  @UseGuards(Seldom)
  weather() {
    return { fog: false };
  }
}

@Module({ controllers: [FerryController], providers: [TokenStrategy, KeyStrategy] })
class FerryModule {}

async function bootstrap() {
  const app = await NestFactory.create(FerryModule);
  await app.listen(3000);
}
bootstrap();
