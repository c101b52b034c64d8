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
