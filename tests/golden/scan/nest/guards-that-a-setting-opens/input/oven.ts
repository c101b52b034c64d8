import { Controller, ExecutionContext, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { hasPin, settingOf } from './pantry';

@Injectable()
class Bakers extends PassportStrategy(Strategy) {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'rye' });
  }
  validate(payload: { sub: string }) {
    return { id: payload.sub };
  }
}

// Whom the package refuses a setting may let in.
@Injectable()
class OpenDays extends AuthGuard('jwt') {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      return (await super.canActivate(context)) as boolean;
    } catch {
      return settingOf('open days');
    }
  }
}
// Something else of the request decides: it is not open to everybody.
@Injectable()
class Pins extends AuthGuard('jwt') {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      return (await super.canActivate(context)) as boolean;
    } catch {
      return hasPin(context.switchToHttp().getRequest()); //~ evaluator/object-into-unknown
    }
  }
}
// The setting closes it, and opens nothing.
@Injectable()
class Closed extends AuthGuard('jwt') {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const may = (await super.canActivate(context)) as boolean;
    return may && (await settingOf('baking'));
  }
}

@Controller('loaves')
class Loaves {
  @Get('rye') @UseGuards(OpenDays) rye() { return { loaves: 3 }; }
  @Get('spelt') @UseGuards(Pins) spelt() { return { loaves: 4 }; }
  @Get('wheat') @UseGuards(Closed) wheat() { return { loaves: 5 }; }
}
@Module({ imports: [PassportModule], controllers: [Loaves], providers: [Bakers] })
class Bakery {}

async function bake() {
  const oven = await NestFactory.create(Bakery);
  await oven.listen(7404);
}
bake();
