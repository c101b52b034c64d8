// A guard asks others in turn, keeps the error of one that refuses (`.catch((error) => { kept = error; })`), and throws it where none has let the request pass; or only writes it into the log. What a type says of all headers hides none that is read.
import { CanActivate, Controller, ExecutionContext, Get, Injectable, Module, NotFoundException, Post, SetMetadata, UnauthorizedException, UseGuards } from '@nestjs/common';
import { APP_GUARD, NestFactory, Reflector } from '@nestjs/core';
import { JwtModule, JwtService } from '@nestjs/jwt';

enum Way {
  Pass,
  Badge,
  Open,
}
const Ways = (...ways: Way[]) => SetMetadata('ways', ways);

@Injectable()
class PassGuard implements CanActivate {
  constructor(private readonly jwt: JwtService) {}
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const [, pass] = (request.headers as { authorization?: string }).authorization?.split(' ') ?? [];
    if (!pass) throw new UnauthorizedException('no pass');
    try {
      request.sailor = await this.jwt.verifyAsync(pass);
    } catch {
      throw new UnauthorizedException('an old pass');
    }
    return true;
  }
}
@Injectable()
class BadgeGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.switchToHttp().getRequest().headers['x-badge'] !== process.env.BADGE) throw new UnauthorizedException('no badge');
    return true;
  }
}

@Injectable()
class QuayGuard implements CanActivate {
  private readonly guards: Record<Way, CanActivate> = {
    [Way.Pass]: this.passes,
    [Way.Badge]: this.badges,
    [Way.Open]: { canActivate: () => true },
  };
  constructor(
    private readonly reflector: Reflector,
    private readonly passes: PassGuard,
    private readonly badges: BadgeGuard,
  ) {}
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const ways = this.reflector.getAllAndOverride<Way[]>('ways', [context.getHandler(), context.getClass()]) ?? [Way.Pass];
    let kept: Error = new UnauthorizedException('nobody');
    for (const guard of ways.map((way) => this.guards[way])) {
      const lets = await Promise.resolve(guard.canActivate(context)).catch((error) => {
        kept = error;
      });
      if (lets) return true;
    }
    throw kept;
  }
}

// The error is kept, and another one thrown.
@Injectable()
class CrewGuard implements CanActivate {
  constructor(private readonly passes: PassGuard) {}
  async canActivate(context: ExecutionContext): Promise<boolean> {
    let failed: Error | undefined;
    const lets = await this.passes.canActivate(context).catch((error) => {
      failed = error;
    });
    if (!lets) throw new UnauthorizedException({ crew: false, why: failed?.message });
    return true;
  }
}

// The error is written into the log, and nothing else.
@Injectable()
class WatchGuard implements CanActivate {
  constructor(private readonly passes: PassGuard) {}
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const lets = await this.passes.canActivate(context).catch((error) => {
      console.warn(error.message);
    });
    if (!lets) throw new UnauthorizedException('nobody on watch');
    return true;
  }
}

@Injectable()
class Tides {
  async next(harbour: string) {
    const answer = await fetch(`https://tides.test/${harbour}`);
    if (!answer.ok) throw new Error('no tides');
    return { metres: 2 };
  }
}

@Controller('boats')
class BoatsController {
  constructor(private readonly tides: Tides) {}
  @Get() all() {
    return [{ name: 'Ada' }];
  }
  @Ways(Way.Badge) @Get('own') own() {
    return { name: 'Ada' };
  }
  @Ways(Way.Open) @Post('hail') hail() {
    return { heard: true };
  }
  @Ways(Way.Open) @UseGuards(CrewGuard) @Get('crew') crew() {
    return { crew: 3 };
  }
  @Ways(Way.Open) @UseGuards(WatchGuard) @Get('watch') watch() {
    return { awake: 1 };
  }
  @Ways(Way.Open) @Get('tides') async tide() {
    const tide = await this.tides.next('Rye').catch((error) => {
      console.error(error);
    });
    if (!tide) throw new NotFoundException('no tides');
    return tide;
  }
}

@Module({
  imports: [JwtModule.register({ secret: 'quay' })],
  controllers: [BoatsController],
  providers: [{ provide: APP_GUARD, useClass: QuayGuard }, PassGuard, BadgeGuard, CrewGuard, WatchGuard, Tides],
})
class QuayModule {}

async function start() {
  const quay = await NestFactory.create(QuayModule);
  await quay.listen(4100);
}
start();
