// A guard of passport whose `handleRequest` does without a user, and that decides by itself behind that: whom it lets pass nobody without a credential is.
import { BadRequestException, Controller, ExecutionContext, ForbiddenException, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';

declare const jwt: { verify(token: string): { sub: string } };
declare const settings: { strict(): boolean };

@Injectable()
class Tokens extends PassportStrategy(Strategy) {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'bronze' });
  }

  validate(payload: { sub: string }) {
    return { id: payload.sub };
  }
}

class Lenient extends AuthGuard('jwt') {
  handleRequest(_error: unknown, user: any): any {
    return user;
  }
}

/** A key of the house does as well. */
@Injectable()
class Ringers extends Lenient {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    const { headers } = context.switchToHttp().getRequest();
    if (headers['x-house-key'] !== undefined && headers['x-house-key'] === process.env.HOUSE_KEY) return true;
    try {
      const token = headers.authorization ? headers.authorization.split(' ')[1] : '';
      const ringer = token === '' ? undefined : jwt.verify(token).sub;
      if (ringer === undefined) return false;
      return ringer === headers['x-ringer'];
    } catch {
      return false;
    }
  }
}

@Injectable()
class Throws extends Lenient {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    if (!context.switchToHttp().getRequest().user) throw new ForbiddenException('who rings');
    return true;
  }
}

@Injectable()
class SaysNo extends Lenient {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const passed = await super.canActivate(context);
    return passed === true && Boolean(context.switchToHttp().getRequest().user);
  }
}

/** What it gives is what the package gives. */
@Injectable()
class HandsOn extends Lenient {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    return (await super.canActivate(context)) as boolean;
  }
}

/** Only where a setting says so: who is not known may pass. */
@Injectable()
class Sometimes extends Lenient {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    return settings.strict() ? Boolean(context.switchToHttp().getRequest().user) : true;
  }
}

/** It looks at something else. */
@Injectable()
class AtNight extends Lenient {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    if (context.switchToHttp().getRequest().query.loud === 'yes') throw new ForbiddenException('they sleep');
    return true;
  }
}

/** Whom it sends away has not said something else. */
@Injectable()
class Towered extends Lenient {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    if (!context.switchToHttp().getRequest().headers['x-tower']) throw new BadRequestException('which tower');
    return true;
  }
}

@Controller('bells')
class Bells {
  @Get('ringers') @UseGuards(Ringers) ringers() { return { ringers: 3 }; }
  @Get('throws') @UseGuards(Throws) throws() { return { rope: true }; }
  @Get('no') @UseGuards(SaysNo) no() { return { rope: true }; }
  @Get('on') @UseGuards(HandsOn) on() { return { rope: true }; }
  @Get('sometimes') @UseGuards(Sometimes) sometimes() { return { rope: true }; }
  @Get('night') @UseGuards(AtNight) night() { return { rope: true }; }
  @Get('tower') @UseGuards(Towered) tower() { return { rope: true }; }
  @Get('lenient') @UseGuards(Lenient) lenient() { return { rope: true }; }
}

@Module({ controllers: [Bells], providers: [Tokens] })
class Tower {}

async function ring() {
  const app = await NestFactory.create(Tower);
  await app.listen(3000);
}
void ring();
