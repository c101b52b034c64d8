import {
  CanActivate,
  Controller,
  ExecutionContext,
  ForbiddenException,
  Get,
  Injectable,
  Module,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';

@Injectable()
class KeeperStrategy extends PassportStrategy(Strategy, 'keeper') {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: process.env.HIVE_KEY });
  }
  async validate(payload: { sub: string }) {
    const found = await fetch(`http://keepers/${payload.sub}`);
    return found.json();
  }
}

/** Both let everybody pass; of strangers the one leaves nothing, the other a record of nobody. */
class PerhapsKeeper extends AuthGuard('keeper') {
  handleRequest(error: unknown, keeper: any) {
    return keeper;
  }
}
class KeeperOrNobody extends AuthGuard('keeper') {
  handleRequest(error: unknown, keeper: any) {
    return !error && keeper ? keeper : { id: null };
  }
}

const keeperOf = (context: ExecutionContext) => context.switchToHttp().getRequest().user;

/** Some of the known are sent away, and no stranger. */
@Injectable()
class NoneBanned implements CanActivate {
  canActivate(context: ExecutionContext) {
    const keeper = keeperOf(context);
    if (!keeper) return true;
    if (keeper.banned) return false;
    return true;
  }
}
@Injectable()
class NoneStung implements CanActivate {
  canActivate(context: ExecutionContext) {
    return !keeperOf(context)?.stung;
  }
}
@Injectable()
class NoneWithoutVeil implements CanActivate {
  canActivate(context: ExecutionContext) {
    const keeper = keeperOf(context);
    if (keeper && keeper.withoutVeil) throw new ForbiddenException();
    return true;
  }
}

/** Strangers are. */
@Injectable()
class KeepersOnly implements CanActivate {
  canActivate(context: ExecutionContext) {
    return !!keeperOf(context);
  }
}
@Injectable()
class WardensOnly implements CanActivate {
  canActivate(context: ExecutionContext) {
    return keeperOf(context)?.rank === 'warden';
  }
}

@Controller('hives')
class HiveController {
  @Get('banned')
  @UseGuards(PerhapsKeeper, NoneBanned)
  banned() {
    return { hives: 1 };
  }

  @Get('stung')
  @UseGuards(PerhapsKeeper, NoneStung)
  stung() {
    return { hives: 2 };
  }

  @Get('veiled')
  @UseGuards(PerhapsKeeper, NoneWithoutVeil)
  veiled() {
    return { hives: 3 };
  }

  @Get('nobody')
  @UseGuards(KeeperOrNobody, NoneStung)
  nobody() {
    return { hives: 4 };
  }

  @Get('known')
  @UseGuards(PerhapsKeeper, KeepersOnly)
  known() {
    return { hives: 5 };
  }

  @Get('ranked')
  @UseGuards(KeeperOrNobody, WardensOnly)
  ranked() {
    return { hives: 6 };
  }
}

@Module({ controllers: [HiveController], providers: [KeeperStrategy] })
class HiveModule {}

async function start() {
  const apiary = await NestFactory.create(HiveModule);
  await apiary.listen(3000);
}
start();
