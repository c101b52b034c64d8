import { Controller, ExecutionContext, Get, HttpException, Injectable, Module, SetMetadata, UseGuards } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { ledger } from './ledger.js';

const Unlocked = () => SetMetadata('unlocked', true);

@Injectable()
class TorchStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: process.env.TORCH });
  }
  validate(payload: { sub: string }) {
    return { id: payload.sub };
  }
}

/** Whoever is not let in is let pass where the route says so, and refused in the guard's own way elsewhere. */
@Injectable()
class TorchGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) {
    super();
  }
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    if (await ledger.isStolen(request.headers.authorization)) throw new HttpException({ why: 'stolen' }, 410);
    try {
      await super.canActivate(context);
    } catch {
      if (this.reflector.get<boolean>('unlocked', context.getHandler())) return true;
      throw new HttpException({ why: 'dark' }, 418);
    }
    return true;
  }
}

/** Nobody catches anything here. */
@Injectable()
class PlainGuard extends AuthGuard('jwt') {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const may = await super.canActivate(context);
    return may as boolean;
  }
}

/** Takes who it is where there is somebody, and does not look at the answer. */
@Injectable()
class CuriousGuard extends AuthGuard('jwt') {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      await super.canActivate(context);
    } finally {
      return true;
    }
  }
}

/** Some doors are never asked about; who is refused elsewhere is sent away behind that, unless the route is open. */
@Injectable()
class ListedGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) {
    super();
  }
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    if (DOORS.includes(request.routeOptions.url)) return true;
    if (await ledger.isStolen(request.headers.authorization)) throw new HttpException({ why: 'stolen' }, 410);
    let may: any = false;
    try {
      may = await super.canActivate(context);
    } catch {
      if (this.reflector.get<boolean>('unlocked', context.getHandler())) return true;
      throw new HttpException({ why: 'unlisted' }, 418);
    }
    return may;
  }
}
const DOORS = ['/hall/door'];

/** Whoever asks for nothing in particular may come as they are. */
@Injectable()
class GuestGuard extends AuthGuard('jwt') {
  canActivate(context: ExecutionContext) {
    if (!context.switchToHttp().getRequest().query.room) return true;
    return super.canActivate(context);
  }
}

@Controller('hall')
class HallController {
  @UseGuards(TorchGuard)
  @Get('dark')
  dark() {
    return { here: 'dark' };
  }
  @Unlocked()
  @UseGuards(TorchGuard)
  @Get('lit')
  lit() {
    return { here: 'lit' };
  }
  @UseGuards(ListedGuard)
  @Get('listed')
  listed() {
    return { here: 'listed' };
  }
  @Unlocked()
  @UseGuards(ListedGuard)
  @Get('listed/lit')
  listedLit() {
    return { here: 'listed and lit' };
  }
  @UseGuards(GuestGuard)
  @Get('guest')
  guest() {
    return { here: 'guest' };
  }
  @UseGuards(PlainGuard)
  @Get('plain')
  plain() {
    return { here: 'plain' };
  }
  @UseGuards(CuriousGuard)
  @Get('curious')
  curious() {
    return { here: 'curious' };
  }
}

@Module({ controllers: [HallController], providers: [TorchStrategy] })
class HallModule {}

async function start() {
  const app = await NestFactory.create(HallModule);
  await app.listen(3000);
}
start();
