import { Controller, ExecutionContext, Get, Injectable, Module, NotFoundException, ForbiddenException, Param, ParseIntPipe, Req, UnauthorizedException, UseGuards, createParamDecorator } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Strategy as LocalStrategy } from 'passport-local';
import { PrismaClient } from '@prisma/client';

@Injectable()
class Sky extends PrismaClient {}

/** Finds who a token speaks of, and forgets the secret. */
@Injectable()
class NightStrategy extends PassportStrategy(Strategy, 'night') {
  constructor(private readonly sky: Sky) { super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'dark' }); }
  async validate(claims: { sub: number }) {
    const watcher = await this.sky.watcher.findUnique({ where: { id: claims.sub } });
    delete watcher.secret;
    return watcher;
  }
}

/** Without a name it has that of its package; whom it does not find it refuses. */
@Injectable()
class DayStrategy extends PassportStrategy(Strategy) {
  constructor() { super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'light' }); }
  validate(claims: { sub: number; mail: string }) {
    if (!claims.mail) throw new UnauthorizedException('no mail');
    return { watcher: claims.sub, mail: claims.mail };
  }
}

/** What this one is given comes in a form, not in a token. */
@Injectable()
class DoorStrategy extends PassportStrategy(LocalStrategy) { validate(mail: string, secret: string) { return { mail, door: true }; } }

class NightGuard extends AuthGuard('night') {}
@Injectable()
class DayGuard extends AuthGuard('jwt') { canActivate(context: ExecutionContext) { return super.canActivate(context); } }
const Who = createParamDecorator((name: string | undefined, context: ExecutionContext) => { const { user } = context.switchToHttp().getRequest(); return name ? user[name] : user; });

@Controller('stars')
class StarController {
  constructor(private readonly sky: Sky) {}
  @UseGuards(NightGuard) @Get('me') me(@Who() watcher: any) { return watcher; }
  @UseGuards(DayGuard) @Get('day') day(@Req() request: any) { return { seen: request.user }; }
  @UseGuards(AuthGuard('local')) @Get('door') door(@Who() watcher: any) { return watcher; }
  @UseGuards(AuthGuard(['night', 'jwt'])) @Get('either') either(@Who() watcher: any) { return { watcher }; }
  @UseGuards(NightGuard) @Get(':id') async one(@Who('id') watcher: number, @Param('id', ParseIntPipe) id: number) {
    const star = await this.sky.star.findUnique({ where: { id } });
    if (!star) throw new NotFoundException();
    if (star.watcherId !== watcher) throw new ForbiddenException();
    return star;
  }
}

@Module({ controllers: [StarController], providers: [Sky, NightStrategy, DayStrategy, DoorStrategy] })
class Observatory {}
NestFactory.create(Observatory).then((app) => app.listen(3000));
