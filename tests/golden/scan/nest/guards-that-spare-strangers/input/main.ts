import { CanActivate, Controller, ExecutionContext, Get, HttpException, Injectable, MiddlewareConsumer, Module, NestMiddleware, Put, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { verify } from 'jsonwebtoken';
import { find } from 'map-room';

@Injectable()
class LanternGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const incoming = context.switchToHttp().getRequest();
    const lantern: string | undefined = incoming.cookies?.['lantern_token'];
    if (!lantern) return false;
    try { incoming.bearer = verify(lantern, 'oil'); return true; } catch { return false; }
  }
}

/** Without a lantern everybody may go; with one it has to burn. */
@Injectable()
class DuskGuard implements CanActivate {
  constructor(private readonly lanterns: LanternGuard) {}
  canActivate(context: ExecutionContext): boolean {
    const { cookies } = context.switchToHttp().getRequest();
    if (!cookies?.['lantern_token']) return true;
    return this.lanterns.canActivate(context);
  }
}

@Injectable()
class LateDuskGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest();
    return !headers.authorization || (await this.burns(headers.authorization));
  }
  private async burns(lantern: string): Promise<boolean> { return verify(lantern, 'oil') !== null; }
}

@Injectable()
class ThrowingDuskGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest();
    const lantern = headers.authorization?.split(' ')[1];
    if (!lantern) return true;
    try { verify(lantern, 'oil'); } catch { throw new UnauthorizedException('burnt out'); }
    return true;
  }
}

@Controller('paths')
class PathsController {
  @UseGuards(LanternGuard) @Get('night') night() { return { steps: 3 }; }
  @UseGuards(DuskGuard) @Get('dusk') dusk() { return { steps: 2 }; }
  @UseGuards(LateDuskGuard) @Get('late') late() { return { steps: 2 }; }
  @UseGuards(ThrowingDuskGuard) @Get('thrown') thrown() { return { steps: 2 }; }
}

/** Notes who drew the map: whoever is turned away asks for one that is not there. */
@Injectable()
class DrawnBy implements NestMiddleware {
  async use(incoming, outgoing, next) {
    const map = await find(incoming.params.id);
    if (!map) throw new HttpException('no such map', 404);
    incoming.token = incoming.get('Authorization')?.split(' ')[1];
    incoming.isDrawer = incoming.token && incoming.token === map.token;
    next();
  }
}

@Injectable()
class DrawerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean { return context.getArgByIndex(0).isDrawer; }
}

@Controller('maps')
class MapsController {
  @Get(':id') map() { return { scale: 4 }; }
  @UseGuards(DrawerGuard) @Put(':id') redraw() { return { scale: 5 }; }
}

@Module({ controllers: [PathsController, MapsController], providers: [LanternGuard] })
class PathsModule {
  configure(consumer: MiddlewareConsumer) { consumer.apply(DrawnBy).forRoutes(MapsController); }
}

void NestFactory.create(PathsModule).then((paths) => paths.listen(1));
