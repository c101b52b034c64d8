import { Controller, ExecutionContext, ForbiddenException, Get, Injectable, Module, Req, SetMetadata, UseGuards } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';

const OPEN = 'open to all';
const LENIENT = 'lenient';

@Injectable()
class PassStrategy extends PassportStrategy(Strategy, 'harbour-pass') {
  constructor() { super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 's' }); }
  validate(claims: { sub: string }) { return { berth: claims.sub }; }
}

/** Asks the metadata first, and leaves both of its decisions to the package. */
@Injectable()
class PassGuard extends AuthGuard('harbour-pass') {
  constructor(private readonly reflector: Reflector) { super(); }

  canActivate(context: ExecutionContext) {
    return this.reflector.getAllAndOverride<boolean>(OPEN, [context.getHandler(), context.getClass()]) || super.canActivate(context);
  }

  handleRequest(error: unknown, user: any, info: unknown, context: ExecutionContext, status?: unknown) {
    if (this.reflector.get<boolean>(LENIENT, context.getHandler()) && !error) return user;
    return super.handleRequest(error, user, info, context, status);
  }
}

/** Only tells about it. */
@Injectable()
class ToldGuard extends AuthGuard('harbour-pass') {
  handleRequest<T>(error: unknown, user: T, info: unknown, context: ExecutionContext) {
    if (info) console.warn(String(info));
    const known: T = super.handleRequest(error, user, info, context);
    return known;
  }
}

/** Refuses with an error of its own. */
@Injectable()
class SternGuard extends AuthGuard('harbour-pass') {
  handleRequest(error: unknown, user: any) {
    if (error || !user) throw error || new ForbiddenException('no pass');
    return user;
  }
}

/** Says yes behind the package's method, which throws for whoever it refuses. */
@Injectable()
class SignedGuard extends AuthGuard('harbour-pass') {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    await super.logIn(context.switchToHttp().getRequest());
    return true;
  }
}

@Controller('berths')
class BerthsController {
  @UseGuards(PassGuard) @Get('own') own() { return { length: 12 }; }
  @UseGuards(PassGuard) @SetMetadata(LENIENT, true) @Get('near') near() { return { length: 12 }; }
  @UseGuards(PassGuard) @SetMetadata(OPEN, true) @Get('all') all() { return { length: 12 }; }
  @UseGuards(ToldGuard) @Get('told') told() { return { length: 12 }; }
  @UseGuards(SignedGuard) @Get('signed') signed(@Req() request) { return request.user; }
  @UseGuards(SternGuard) @Get('stern') stern() { return { length: 12 }; }
}

@Module({ controllers: [BerthsController], providers: [PassStrategy] }) class HarbourModule {}

void NestFactory.create(HarbourModule).then((harbour) => harbour.listen(1));
