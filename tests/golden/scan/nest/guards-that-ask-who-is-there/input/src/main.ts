import { NestFactory } from '@nestjs/core';
import { Controller, ExecutionContext, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { toLower } from 'lodash';
import { ExtractJwt, Strategy } from 'passport-jwt';

@Injectable()
class Tickets extends PassportStrategy(Strategy, 'ticket') {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: process.env.SECRET });
  }
  validate(payload: { sub: string }) { return { id: payload.sub }; }
}

// Somebody in front may have left who it is; of whom nobody knows the package asks for the token.
@Injectable()
class Aboard extends AuthGuard('ticket') {
  canActivate(context: ExecutionContext) {
    if (context.switchToHttp().getRequest().user) return true;
    return super.canActivate(context);
  }
}
@Injectable()
class LoggedIn extends AuthGuard('ticket') {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    return request.isAuthenticated() ? true : super.canActivate(context);
  }
}
@Injectable()
class Crew extends AuthGuard('ticket') {
  async canActivate(context: ExecutionContext) {
    const { user } = context.switchToHttp().getRequest();
    if (user?.crew) return true;
    return (await super.canActivate(context)) as boolean;
  }
}
// A setting opens it, and is not set: asking one guard about a route leaves the setting as it was for the others.
function flag(text: string | undefined) {
  switch (toLower(text)) {
    case 'off': return false;
    case 'on': return true;
    default: return false;
  }
}
const settings = { holiday: flag(process.env.HOLIDAY) };
@Injectable()
class Holiday extends AuthGuard('ticket') {
  canActivate(context: ExecutionContext) {
    if (settings.holiday) return true;
    return super.canActivate(context);
  }
}
@Injectable()
class HolidayCrew extends AuthGuard('ticket') {
  canActivate(context: ExecutionContext) {
    if (settings.holiday) return true;
    if (context.switchToHttp().getRequest().user) return true;
    return super.canActivate(context);
  }
}
// These let pass whoever sends nothing.
@Injectable()
class Deck extends AuthGuard('ticket') {
  canActivate(context: ExecutionContext) {
    if (!context.switchToHttp().getRequest().headers.authorization) return true;
    return super.canActivate(context);
  }
}
@Injectable()
class Quay extends AuthGuard('ticket') {
  canActivate(context: ExecutionContext) {
    if (!context.switchToHttp().getRequest().user) return true;
    return super.canActivate(context);
  }
}

@Controller('ferry')
class Ferry {
  @Get('cabins') @UseGuards(Aboard) cabins() { return { cabins: 3 }; }
  @Get('bar') @UseGuards(LoggedIn) bar() { return { open: true }; }
  @Get('bridge') @UseGuards(Crew) bridge() { return { course: 90 }; }
  @Get('hold') @UseGuards(Holiday) hold() { return { cars: 60 }; }
  @Get('engine') @UseGuards(HolidayCrew) engine() { return settings.holiday ? { off: true } : { knots: 12 }; }
  @Get('deck') @UseGuards(Deck) deck() { return { chairs: 40 }; }
  @Get('quay') @UseGuards(Quay) quay() { return { rope: 1 }; }
}

@Module({ imports: [PassportModule], controllers: [Ferry], providers: [Tickets] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
