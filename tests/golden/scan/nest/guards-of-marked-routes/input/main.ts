import { CanActivate, Controller, ExecutionContext, Get, Injectable, Module, Post, SetMetadata, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';

const OPEN = 'open';
const Open = () => SetMetadata(OPEN, true);

// Whoever shows a ticket has it looked at; that it is refused matters only where the route is not marked.
@Injectable()
class TicketGuard extends AuthGuard('jwt') {
  constructor(private reflector: Reflector) {
    super();
  }
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const open = this.reflector.getAllAndOverride<boolean>(OPEN, [context.getHandler(), context.getClass()]);
    try {
      if (!(await super.canActivate(context))) throw new UnauthorizedException();
      if (!context.switchToHttp().getRequest().headers.authorization) throw new UnauthorizedException();
    } catch {
      if (!open) throw new UnauthorizedException();
    }
    return true;
  }
}

// The same of a guard that no package has made.
@Injectable()
class BadgeGuard implements CanActivate {
  constructor(private reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const open = this.reflector.getAllAndOverride<boolean>(OPEN, [context.getHandler(), context.getClass()]);
    const badge = context.switchToHttp().getRequest().headers.authorization;
    if (!badge && !open) throw new UnauthorizedException('no badge');
    return true;
  }
}

// Found by the key that the decorator is given, by the decorator's own key, and by the decorator.
const Trades = Reflector.createDecorator<string[]>({ key: 'trades' });
const Floors = Reflector.createDecorator<number[]>();
@Injectable()
class TradeGuard implements CanActivate {
  constructor(private reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const trades = this.reflector.get<string[]>('trades', context.getHandler());
    const again = this.reflector.get<string[]>(Trades.KEY, context.getHandler());
    const floors = this.reflector.get(Floors, context.getHandler()) ?? this.reflector.get<number[]>(Floors.KEY, context.getHandler());
    if (!trades && !again && !floors) return true;
    const { user } = context.switchToHttp().getRequest();
    return user.trade === trades?.[0] && user.floor === floors?.[0];
  }
}

@Controller('rooms')
@UseGuards(AuthGuard('jwt'), TradeGuard)
class RoomsController {
  @Get('hall')
  hall() {
    return { name: 'hall' };
  }
  @Get('workshop')
  @Trades(['framer'])
  workshop() {
    return { name: 'workshop' };
  }
  @Get('attic')
  @Floors([3])
  attic() {
    return { name: 'attic' };
  }
}

@Controller('paintings')
@UseGuards(TicketGuard)
class PaintingsController {
  @Get()
  @Open()
  all() {
    return [{ title: 'Still life' }];
  }
  @Post()
  hang() {
    return { title: 'Portrait' };
  }
}

@Controller('statues')
@UseGuards(BadgeGuard)
class StatuesController {
  @Get()
  @Open()
  all() {
    return [{ height: 2 }];
  }
  @Post()
  put() {
    return { height: 3 };
  }
}

@Module({ controllers: [PaintingsController, StatuesController, RoomsController], providers: [TicketGuard, BadgeGuard, TradeGuard] })
class GalleryModule {}

async function open() {
  const app = await NestFactory.create(GalleryModule);
  await app.listen(3000);
}
void open();
