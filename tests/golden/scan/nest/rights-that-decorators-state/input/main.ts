import { CanActivate, Controller, Delete, ExecutionContext, ForbiddenException, Get, Injectable, Module, Patch, Post, SetMetadata, UseGuards, applyDecorators } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';

enum Trade {
  Mason = 'mason',
  Blaster = 'blaster',
}

// The way of the framework's documentation: a list under a key, of the method or else of the class.
const Trades = (...trades: Trade[]) => SetMetadata('roles', trades);
@Injectable()
class TradesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const trades = this.reflector.getAllAndOverride<Trade[]>('roles', [context.getHandler(), context.getClass()]);
    if (!trades) return true;
    const { user } = context.switchToHttp().getRequest();
    return trades.some((trade) => user.trades?.includes(trade));
  }
}

// A decorator of its own kind, what the class says and what the method says together.
const Permits = Reflector.createDecorator<string[]>();
@Injectable()
class PermitsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const permits = this.reflector.getAllAndMerge(Permits, [context.getClass(), context.getHandler()]);
    const { user } = context.switchToHttp().getRequest();
    if (!permits.every((permit: string) => user.permits.includes(permit))) throw new ForbiddenException();
    return true;
  }
}

// One text, behind a decorator that is made of several.
const NeedsScope = (scope: string) => applyDecorators(SetMetadata('scope-needed', scope), UseGuards(ScopeGuard));
@Injectable()
class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const scope = this.reflector.get<string>('scope-needed', context.getHandler());
    return context.switchToHttp().getRequest().user.scopes.includes(scope);
  }
}

// Which kind of record it is about is no right.
const About = (kind: string) => SetMetadata('kind', kind);
@Injectable()
class OwnerGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const kind = this.reflector.get<string>('kind', context.getHandler());
    const { user, params } = context.switchToHttp().getRequest();
    if (user.id !== params.owner) throw new ForbiddenException(`not yours: ${kind}`);
    return true;
  }
}

// What only one of them says is no list before NestJS 11: whoever has no token is served.
const Open = () => SetMetadata('open', true);
@Injectable()
class GateGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) {
    super();
  }
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const open = this.reflector.getAllAndMerge<boolean>('open', [context.getClass(), context.getHandler()]);
    if (typeof open === 'boolean' && open) {
      try {
        return (await super.canActivate(context)) as boolean;
      } catch {
        return true;
      }
    }
    return (await super.canActivate(context)) as boolean;
  }
}

@Controller('blocks')
@Trades(Trade.Mason)
@UseGuards(GateGuard, TradesGuard)
class BlocksController {
  @Get()
  all() {
    return [{ weight: 4 }];
  }
  @Post()
  @Trades(Trade.Mason, Trade.Blaster)
  cut() {
    return { weight: 5 };
  }
}

@Controller('charges')
@Permits(['powder'])
@UseGuards(GateGuard, PermitsGuard)
class ChargesController {
  @Get()
  all() {
    return [{ grams: 20 }];
  }
  @Delete()
  @Permits(['fuse'])
  fire() {
    return { left: 0 };
  }
}

@Controller('pits')
@UseGuards(GateGuard)
class PitsController {
  @Get()
  @Open()
  all() {
    return [{ depth: 30 }];
  }
  @Post()
  @NeedsScope('pits:dig')
  dig() {
    return { depth: 31 };
  }
  @Patch(':owner')
  @About('pit')
  @UseGuards(OwnerGuard)
  deepen() {
    return { depth: 32 };
  }
}

@Module({ controllers: [BlocksController, ChargesController, PitsController], providers: [GateGuard, TradesGuard, PermitsGuard, ScopeGuard, OwnerGuard] })
class QuarryModule {}

async function open() {
  const app = await NestFactory.create(QuarryModule);
  await app.listen(3000);
}
void open();
