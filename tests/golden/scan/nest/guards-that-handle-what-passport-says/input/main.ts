import { Body, Controller, ExecutionContext, ForbiddenException, Get, HttpException, Injectable, Module, Post, Req, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy as JwtStrategy } from 'passport-jwt';
import { Strategy as LocalStrategy } from 'passport-local';

@Injectable()
class Keepers {
  private readonly keepers = new Map<string, { id: number; name: string; isActive: boolean; password: string }>();
  find(name: string) { return this.keepers.get(name); }
}

@Injectable()
class LoginStrategy extends PassportStrategy(LocalStrategy) {
  constructor(private readonly keepers: Keepers) { super({ usernameField: 'email' }); }
  validate(email: string, password: string) {
    const keeper = this.keepers.find(email);
    if (!keeper || keeper.password !== password) throw new HttpException('wrong', 400);
    return { id: keeper.id, name: keeper.name, isActive: keeper.isActive };
  }
}
@Injectable()
class TokenStrategy extends PassportStrategy(JwtStrategy) {
  constructor() { super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 's' }); }
  validate(payload: { sub: number; isActive: boolean }) { if (!payload.sub) throw new ForbiddenException('no subject'); return { id: payload.sub, isActive: payload.isActive }; }
}
/** Whatever goes wrong, it is 401. */
class LoginGuard extends AuthGuard('local') {
  handleRequest(err: any, user: any) { if (err || !user) throw new UnauthorizedException(err?.message); return user; }
}
/** Errors pass. */
class TokenGuard extends AuthGuard('jwt') {
  handleRequest(err: any, user: any, info: any) { if (err || !user) throw err || new UnauthorizedException(info?.message); return user; }
}
/** Who is let in is looked at. */
class ActiveGuard extends AuthGuard('jwt') {
  handleRequest<T>(err: any, user: any): T { if (err || !user) throw err || new UnauthorizedException(); if (!user.isActive) throw new HttpException({ reason: 'locked' }, 423); return { ...user, seen: true } as T; }
}
class LenientGuard extends AuthGuard('jwt') {
  handleRequest(err: any, user: any) { return user || null; }
}
@Controller('keepers')
class KeepersController {
  @Post('login') @UseGuards(LoginGuard) login(@Req() req: any) { return { id: req.user.id }; }
  @Post('plain') @UseGuards(AuthGuard('local')) plain(@Req() req: any) { return { id: req.user.id }; }
  @Get('me') @UseGuards(TokenGuard) me(@Req() req: any) { return { id: req.user.id }; }
  @Get('active') @UseGuards(ActiveGuard) active(@Req() req: any) { return req.user; }
  @Get('maybe') @UseGuards(LenientGuard) maybe(@Req() req: any) { return { id: req.user?.id ?? null }; }
}
@Module({ imports: [PassportModule], controllers: [KeepersController], providers: [Keepers, LoginStrategy, TokenStrategy] })
class AppModule {}
async function start() { const app = await NestFactory.create(AppModule); await app.listen(3000); }
start();
