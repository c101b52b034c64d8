import {
  CanActivate,
  Controller,
  ExecutionContext,
  ForbiddenException,
  Get,
  Injectable,
  Module,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';

// A decorator has no name but that of the variable that holds it.
export const NeedsCapability = Reflector.createDecorator<string>();
export const OfLamp = Reflector.createDecorator<string>();

@Injectable()
class KeeperService {
  async keeperOf(header: unknown) {
    if (typeof header !== 'string' || !header.startsWith('Bearer ')) throw new UnauthorizedException();
    const found = await fetch(`http://keepers/${header.slice(7)}`);
    if (!found.ok) throw new UnauthorizedException();
    return found.json();
  }

  held(keeper: any): string[] {
    return Array.isArray(keeper.capabilities) ? keeper.capabilities : [];
  }

  async allow(keeper: any, tower: string, capability?: string) {
    if (!keeper.towers.some((each: any) => each.id === tower)) throw new ForbiddenException();
    if (capability && !this.held(keeper).includes(capability)) throw new ForbiddenException('not yours to do');
  }
}

@Injectable()
class KeeperGuard implements CanActivate {
  constructor(
    private readonly keepers: KeeperService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    const keeper = await this.keepers.keeperOf(request.headers.authorization);
    await this.keepers.allow(keeper, request.params.tower, this.reflector.get(NeedsCapability, context.getHandler()));
    request.keeper = keeper;
    return true;
  }
}

// Which lamp it is about is no right.
@Injectable()
class LampGuard implements CanActivate {
  constructor(
    private readonly keepers: KeeperService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    const keeper = await this.keepers.keeperOf(request.headers.authorization);
    const lamp = this.reflector.get(OfLamp, context.getHandler());
    if (keeper.lamp !== lamp) throw new ForbiddenException();
    return true;
  }
}

@Controller('towers/:tower')
class TowerController {
  @Get('log')
  @UseGuards(KeeperGuard)
  @NeedsCapability('log:read')
  log() {
    return { lines: 3 };
  }

  @Get('bell')
  @UseGuards(KeeperGuard)
  bell() {
    return { rings: 1 };
  }

  @Get('lamp')
  @UseGuards(LampGuard)
  @OfLamp('north')
  lamp() {
    return { lit: true };
  }
}

@Module({ controllers: [TowerController], providers: [KeeperService] })
class LighthouseModule {}

async function start() {
  const lighthouse = await NestFactory.create(LighthouseModule);
  await lighthouse.listen(3000);
}
start();
