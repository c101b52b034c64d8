import { CanActivate, Controller, ExecutionContext, Get, Injectable, Module, mixin, SetMetadata, Type, UnauthorizedException, UseGuards } from '@nestjs/common';
import { ModuleRef, NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ExtractJwt, Strategy } from 'passport-jwt';

@Injectable()
class PilotStrategy extends PassportStrategy(Strategy, 'pilot') {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 's' });
  }
  validate(claims: { sub: string; rank: string }) {
    return { pilot: claims.sub, rank: claims.rank };
  }
}

@Injectable()
class CrewStrategy extends PassportStrategy(Strategy, 'crew') {
  constructor() {
    super({ jwtFromRequest: (asked: any) => asked.cookies['crew_card'], secretOrKey: 's' });
  }
  validate(claims: { sub: string }) {
    return { crew: claims.sub };
  }
}

// The header that all look at, with a word in front, is a token to whoever holds it.
@Injectable()
class AgentStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'agent') {
  constructor() {
    super({ header: 'Authorization', prefix: 'Bearer ' }, false);
  }
  validate(key: string) {
    return { agent: key };
  }
}

@Injectable()
class PilotGuard extends AuthGuard('pilot') {}

@Injectable()
class CrewGuard extends AuthGuard('crew') {
  handleRequest<User>(error: unknown, user: User): User {
    if (error || !user) throw new UnauthorizedException('no card');
    return user;
  }
}

@Injectable()
class FlagGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const flag = context.switchToHttp().getRequest().headers['x-flag-token'];
    if (!flag || flag !== process.env.FLAG_SECRET) throw new UnauthorizedException('no flag');
    return true;
  }
}

// Asks the other one and nothing else.
@Injectable()
class GateGuard implements CanActivate {
  constructor(private readonly pilots: PilotGuard) {}
  canActivate(context: ExecutionContext) {
    return this.pilots.canActivate(context);
  }
}

// Only where the route is not open, and then it has conditions of its own.
@Injectable()
class RankGuard implements CanActivate {
  constructor(
    private readonly pilots: PilotGuard,
    private readonly reflector: Reflector,
  ) {}
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.get<boolean>('open', context.getHandler())) return true;
    if (!(await this.pilots.canActivate(context))) return false;
    return context.switchToHttp().getRequest().user.rank === 'master';
  }
}

// What the other one refuses is refused in its words.
@Injectable()
class DeckGuard implements CanActivate {
  constructor(private readonly crew: CrewGuard) {}
  async canActivate(context: ExecutionContext): Promise<boolean> {
    return (await Promise.all([this.crew].map((each) => each.canActivate(context)))).every(Boolean);
  }
}

// A guard of passport made on the spot.
class QuayGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const pilots = new (AuthGuard('pilot'))();
    return pilots.canActivate(context);
  }
}

// Extends one that extends one of passport.
@Injectable()
class MasterGuard extends PilotGuard {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const may = await super.canActivate(context);
    return may && this.getRequest(context).user.rank === 'master';
  }
}

// Those that it is given, out of the module.
const Each = (...guards: Type<CanActivate>[]) => {
  class EachGuard implements CanActivate {
    constructor(private readonly module: ModuleRef) {}
    async canActivate(context: ExecutionContext): Promise<boolean> {
      for (const guard of guards) if (!(await this.module.get(guard, { strict: false }).canActivate(context))) return false;
      return true;
    }
  }
  return mixin(EachGuard);
};

@Controller('berths')
class BerthsController {
  @UseGuards(GateGuard) @Get('gate') gate() { return { berth: 1 }; }
  @UseGuards(RankGuard) @Get('rank') rank() { return { berth: 2 }; }
  @UseGuards(RankGuard) @SetMetadata('open', true) @Get('open') open() { return { berth: 3 }; }
  @UseGuards(DeckGuard) @Get('deck') deck() { return { berth: 4 }; }
  @UseGuards(QuayGuard) @Get('quay') quay() { return { berth: 5 }; }
  @UseGuards(MasterGuard) @Get('master') master() { return { berth: 6 }; }
  @UseGuards(Each(FlagGuard)) @Get('flag') flag() { return { berth: 7 }; }
  @UseGuards(AuthGuard('agent')) @Get('agent') agent() { return { berth: 8 }; }
}

@Module({ controllers: [BerthsController], providers: [PilotStrategy, CrewStrategy, AgentStrategy, PilotGuard, CrewGuard, FlagGuard] })
class HarbourModule {}

void NestFactory.create(HarbourModule).then((harbour) => harbour.listen(1));
