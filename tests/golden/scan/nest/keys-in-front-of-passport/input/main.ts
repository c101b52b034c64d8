import { CanActivate, Controller, ExecutionContext, ForbiddenException, Get, Injectable, Module, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { JwtModule, JwtService } from '@nestjs/jwt';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { PrismaClient } from '@prisma/client';
import { ExtractJwt, Strategy } from 'passport-jwt';

const prisma = new PrismaClient();

@Injectable()
class KeeperStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 's' });
  }
  validate(claims: { sub: string }) {
    return { keeper: claims.sub };
  }
}

@Injectable()
class Keys {
  async find(key: string) {
    const found = await prisma.lampKey.findFirst({ where: { key } });
    if (!found || found.retired) return null;
    return found;
  }
}

// Whoever sends a key is asked for no token, and a bad one is refused.
@Injectable()
class LampGuard extends AuthGuard('jwt') {
  constructor(private readonly keys: Keys) {
    super();
  }
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const key = request.headers['x-api-key'];
    if (key) {
      const found = await this.keys.find(key);
      if (!found) throw new UnauthorizedException('no such key');
      request.user = { keeper: found.owner };
      return true;
    }
    return super.canActivate(context) as Promise<boolean>;
  }
}

// A bad one is no worse than none.
@Injectable()
class FogGuard extends AuthGuard('jwt') {
  constructor(private readonly keys: Keys) {
    super();
  }
  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    const key = request.get('X-Api-Key');
    if (key) {
      const found = await this.keys.find(key);
      if (found) {
        request.user = { keeper: found.owner };
        return true;
      }
    }
    return super.canActivate(context);
  }
  handleRequest<User>(error: unknown, user: User): User {
    if (error || !user) throw new UnauthorizedException('in the fog');
    return user;
  }
}

// The same without a package.
@Injectable()
class BuoyGuard implements CanActivate {
  constructor(
    private readonly keys: Keys,
    private readonly tokens: JwtService,
  ) {}
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const key = request.headers['x-api-key'];
    if (key) {
      const found = await this.keys.find(key);
      if (found) return true;
    }
    const header = request.headers.authorization;
    if (!header) throw new UnauthorizedException('no token');
    request.user = await this.tokens.verifyAsync(header.slice(7));
    return true;
  }
}

// Both are needed here: the key says which ship asks, and nobody passes with it alone.
@Injectable()
class ShipGuard extends AuthGuard('jwt') {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    if (request.headers['x-ship-key'] !== process.env.SHIP_KEY) throw new ForbiddenException('which ship');
    return super.canActivate(context) as Promise<boolean>;
  }
}

// What it looks at says nothing of who asks.
@Injectable()
class TideGuard extends AuthGuard('jwt') {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    request.tide = request.headers['x-tide'] ?? 'low';
    return super.canActivate(context) as Promise<boolean>;
  }
}

@Controller('lamps')
class LampsController {
  @Get('lamp') @UseGuards(LampGuard) lamp() { return { lit: true }; }
  @Get('fog') @UseGuards(FogGuard) fog() { return { lit: true }; }
  @Get('buoy') @UseGuards(BuoyGuard) buoy() { return { lit: true }; }
  @Get('ship') @UseGuards(ShipGuard) ship() { return { lit: true }; }
  @Get('tide') @UseGuards(TideGuard) tide() { return { lit: true }; }
}

@Module({
  imports: [JwtModule.register({ secret: 's' })],
  controllers: [LampsController],
  providers: [KeeperStrategy, Keys],
})
class LighthouseModule {}

void NestFactory.create(LighthouseModule).then((application) => application.listen(3000));
