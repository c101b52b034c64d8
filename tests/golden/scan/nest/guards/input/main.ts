import { CanActivate, Controller, ExecutionContext, Get, Injectable, Module, Post, SetMetadata, UnauthorizedException, UseGuards } from '@nestjs/common';
import { APP_GUARD, NestFactory, Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { JwtService } from '@nestjs/jwt';

const Ungated = () => SetMetadata('ungated', true);
const Ranks = (...ranks: string[]) => SetMetadata('ranks', ranks);

@Injectable()
class TicketGuard implements CanActivate {
  constructor(private readonly tickets: JwtService, private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const ungated = this.reflector.getAllAndOverride<boolean>('ungated', [context.getHandler(), context.getClass()]);
    if (ungated) return true;
    const incoming = context.switchToHttp().getRequest();
    const ticket = this.ticketOf(incoming);
    if (!ticket) throw new UnauthorizedException();
    incoming.user = await this.tickets.verifyAsync(ticket);
    return true;
  }

  private ticketOf(incoming: Request): string | undefined {
    const [kind, ticket] = incoming.headers.authorization?.split(' ') ?? [];
    return kind === 'Bearer' ? ticket : undefined;
  }
}

/** Demands nothing of methods without ranks. */
@Injectable()
class RankGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  canActivate(context: ExecutionContext): boolean {
    const ranks = this.reflector.get<string[]>('ranks', context.getHandler());
    if (!ranks) return true;
    const { user } = context.switchToHttp().getRequest();
    return ranks.includes(user.rank);
  }
}

class PassGuard extends AuthGuard('jwt') {}
class MaybeGuard extends AuthGuard('jwt') {
  handleRequest(_error: unknown, user: unknown) { return user; }
}

@Controller('stiles')
@UseGuards(RankGuard)
class StileController {
  @Get() @Ungated() list() { return []; }
  @Get(':id') one() { return {}; }
  @Post() @Ranks('keeper') create() { return {}; }
}

@Ungated()
@Controller('gates')
class GateController {
  @UseGuards(PassGuard) @Get('passed') passed() { return {}; }
  @UseGuards(MaybeGuard) @Get('maybe') maybe() { return {}; }
  @UseGuards(AuthGuard('api-key')) @Get('keyed') keyed() { return {}; }
  @Get('open') open() { return {}; }
}

@Module({ controllers: [StileController, GateController], providers: [{ provide: APP_GUARD, useClass: TicketGuard }] })
class TurnstileModule {}

void NestFactory.create(TurnstileModule).then((turnstile) => turnstile.listen(4100));
