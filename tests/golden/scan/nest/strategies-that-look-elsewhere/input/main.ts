import { Controller, ExecutionContext, ForbiddenException, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { parse } from 'cookie';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ExtractJwt, Strategy } from 'passport-jwt';

interface Asked { cookies?: Record<string, string>; headers: Record<string, string> }
const fromJar = (asked: Asked) => asked?.cookies?.['stamp'] ?? null;

// A cookie, by a method of the class itself.
@Injectable()
class CounterStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({ jwtFromRequest: CounterStrategy.take, secretOrKey: process.env.COUNTER });
  }
  private static take(asked: Asked) {
    if (!asked.cookies.parcel) return null;
    return asked.cookies.parcel;
  }
  validate(claims: { sub: string }) {
    return { clerk: claims.sub, sender: claims.sub };
  }
}

// Another cookie, by one of several functions; the strategy has a name of its own.
@Injectable()
class StampStrategy extends PassportStrategy(Strategy, 'stamp') {
  constructor() {
    const ways = [fromJar];
    super({ jwtFromRequest: ExtractJwt.fromExtractors(ways), secretOrKey: 's' });
  }
  validate(claims: { sub: string }) {
    return { clerk: claims.sub };
  }
}

// A header of its own.
@Injectable()
class SealStrategy extends PassportStrategy(Strategy, 'seal') {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromHeader('X-Seal'), secretOrKey: 's' });
  }
  validate(claims: { sub: string }) {
    return { clerk: claims.sub };
  }
}

// A cookie, or the header that all look at: either does.
@Injectable()
class EitherStrategy extends PassportStrategy(Strategy, 'either') {
  constructor() {
    super({ jwtFromRequest: (asked: Asked) => asked.cookies?.parcel || asked.headers.authorization?.split(' ')[1], secretOrKey: 's' });
  }
  validate(claims: { sub: string }) {
    return { clerk: claims.sub };
  }
}

@Injectable()
class WaysStrategy extends PassportStrategy(Strategy, 'ways') {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromExtractors([fromJar, ExtractJwt.fromAuthHeaderAsBearerToken(), ExtractJwt.fromUrlQueryParameter('stamp')]), secretOrKey: 's' });
  }
  validate(claims: { sub: string }) {
    return { clerk: claims.sub };
  }
}

// A guard of the program's own that asks it.
@Injectable()
class WaysGuard extends AuthGuard('ways') {
  canActivate(context: ExecutionContext) {
    return super.canActivate(context);
  }
}

// One of the cookies, by a name that the request itself has.
@Injectable()
class CrateStrategy extends PassportStrategy(Strategy, 'crate') {
  constructor() {
    super({ jwtFromRequest: (asked: any) => parse(asked.headers.cookie ?? '')[asked.params.crate], secretOrKey: 's' });
  }
  validate(claims: { sub: string }) {
    return { clerk: claims.sub };
  }
}

@Injectable()
class DepotStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'depot') {
  constructor() {
    super({ header: 'X-DEPOT', prefix: '' }, false);
  }
  validate(key: string) {
    return { depot: key };
  }
}

@Injectable()
class CounterGuard extends AuthGuard('jwt') {}

// Whoever has no parcel may look all the same, but not at what is sealed.
@Injectable()
class LookingGuard extends CounterGuard {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const asked = context.switchToHttp().getRequest();
    if (asked.params.number === 'sealed') throw new ForbiddenException('sealed');
    try {
      await super.canActivate(context);
    } catch {
      return true;
    }
    return asked.user.sender === asked.params.number;
  }
}

@Controller('parcels')
class ParcelsController {
  @UseGuards(CounterGuard) @Get('mine') mine() { return { number: 1 }; }
  @UseGuards(LookingGuard) @Get('one/:number') one() { return { number: 1 }; }
  @UseGuards(AuthGuard('stamp')) @Get('stamped') stamped() { return { number: 2 }; }
  @UseGuards(AuthGuard('seal')) @Get('sealed') sealed() { return { number: 3 }; }
  @UseGuards(AuthGuard('either')) @Get('either') either() { return { number: 4 }; }
  @UseGuards(AuthGuard('ways')) @Get('ways') ways() { return { number: 7 }; }
  @UseGuards(WaysGuard) @Get('own-ways') ownWays() { return { number: 8 }; }
  @UseGuards(AuthGuard('crate')) @Get('crates/:crate') crate() { return { number: 6 }; }
  @UseGuards(AuthGuard('depot')) @Get('stored') stored() { return { number: 5 }; }
}

@Module({ controllers: [ParcelsController], providers: [CounterStrategy, StampStrategy, SealStrategy, EitherStrategy, WaysStrategy, CrateStrategy, DepotStrategy] })
class PostModule {}

void NestFactory.create(PostModule).then((post) => post.listen(1));
