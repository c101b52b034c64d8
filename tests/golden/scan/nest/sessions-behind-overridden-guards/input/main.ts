import { CanActivate, Controller, ExecutionContext, Get, Injectable, Module, SetMetadata, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import session from 'express-session';
import passport from 'passport';

// It never asks its package: who has logged in elsewhere comes with the session.
@Injectable()
class DoorGuard extends AuthGuard(['oidc']) {
  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    if (!request.isAuthenticated()) throw new UnauthorizedException();
    return true;
  }
}

// The same, with roles that a decorator states.
@Injectable()
class CellarGuard extends AuthGuard('saml') {
  constructor(private readonly reflector: Reflector) {
    super();
  }
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    if (!request.isAuthenticated()) return false;
    const roles = this.reflector.get<string[]>('roles', context.getHandler());
    return !roles || roles.every((role) => request.user.roles.includes(role));
  }
}

// The way to log in, which asks for nothing.
@Injectable()
class BellGuard extends AuthGuard('oidc') {
  async canActivate(context: ExecutionContext) {
    const may = (await super.canActivate(context)) as boolean;
    await super.logIn(context.switchToHttp().getRequest());
    return may;
  }
}

// A token is asked for, whoever is in the session.
@Injectable()
class TokenGuard extends AuthGuard('jwt') {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    if (request.isAuthenticated()) request.known = true;
    return super.canActivate(context);
  }
}

// Nobody is refused.
@Injectable()
class PeepholeGuard extends AuthGuard('oidc') {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    request.isKnown = request.isAuthenticated();
    return true;
  }
}

@Controller()
class HouseController {
  @UseGuards(DoorGuard)
  @Get('hall')
  hall() {
    return { chairs: 2 };
  }
  @UseGuards(CellarGuard)
  @Get('cellar')
  cellar() {
    return { barrels: 5 };
  }
  @UseGuards(CellarGuard)
  @SetMetadata('roles', ['butler'])
  @Get('cellar/wine')
  wine() {
    return { bottles: 40 };
  }
  @UseGuards(BellGuard)
  @Get('bell')
  bell() {
    return { rung: true };
  }
  @UseGuards(TokenGuard)
  @Get('safe')
  safe() {
    return { locked: true };
  }
  @UseGuards(PeepholeGuard)
  @Get('street')
  street() {
    return { quiet: true };
  }
}

@Module({ controllers: [HouseController] })
class HouseModule {}

async function open() {
  const house = await NestFactory.create(HouseModule);
  house.use(session({ secret: 'x', name: 'house' }));
  house.use(passport.initialize());
  house.use(passport.session());
  await house.listen(1);
}
void open();
