import { CanActivate, Controller, Delete, ExecutionContext, ForbiddenException, Get, Injectable, Module, Post, SetMetadata, UnauthorizedException, UseGuards } from '@nestjs/common';
import { APP_GUARD, NestFactory, Reflector } from '@nestjs/core';
import { JwtModule, JwtService } from '@nestjs/jwt';
import type { Request } from 'express';

const OPEN = 'open';
const Open = () => SetMetadata(OPEN, true);
const Duties = (...duties: string[]) => SetMetadata('duties', duties);
const Entry = (...ways: string[]) => SetMetadata('entry', ways);

/** Takes the token out of the request before it looks at the route. */
@Injectable()
class Turnstile implements CanActivate {
  constructor(private readonly jwt: JwtService, private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const token = this.tokenOf(request);
    if (this.reflector.getAllAndOverride<boolean>(OPEN, [context.getHandler(), context.getClass()])) return true;
    if (!token) throw new UnauthorizedException();
    request.keeper = await this.jwt.verifyAsync(token);
    return true;
  }

  private tokenOf(request: Request): string | undefined {
    const [kind, token] = request.headers.authorization?.split(' ') ?? [];
    return kind === 'Bearer' ? token : undefined;
  }
}

/** Looks at the keeper first, and asks for nothing where no duties are stated. */
@Injectable()
class DutyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { keeper } = context.switchToHttp().getRequest();
    const duties = this.reflector.get<string[]>('duties', context.getHandler());
    if (!duties) return true;
    if (!duties.includes(keeper.duty)) throw new ForbiddenException('not your duty');
    return true;
  }
}

/** The ways in which a route can be entered: with a badge, or without anything. */
@Injectable()
class EntryGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const badge = context.switchToHttp().getRequest().headers['x-badge-key'];
    const ways = this.reflector.get<string[]>('entry', context.getHandler()) ?? ['badge'];
    for (const way of ways) {
      if (way === 'none') return true;
      if (way === 'badge' && badge !== process.env.BADGE) throw new UnauthorizedException('no badge');
    }
    return true;
  }
}

/** Lets everybody pass, and leaves who it is. */
@Injectable()
class Greeter implements CanActivate {
  constructor(private readonly jwt: JwtService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const token = request.headers.authorization;
    if (token) request.keeper = await this.jwt.verifyAsync(token);
    return true;
  }
}

@Controller('cages')
class Cages {
  @Open() @Get() all() { return []; }
  @Post() add() { return { added: true }; }
  @Duties('feeding') @Delete(':cage') remove() { return { removed: true }; }
}

@Open()
@Controller('visits')
class Visits {
  @UseGuards(EntryGuard) @Entry('none') @Get('hours') hours() { return { open: 9 }; }
  @UseGuards(EntryGuard) @Get('guests') guests() { return []; }
  @UseGuards(Greeter) @Get('greeting') greeting() { return { text: 'hello' }; }
}

@Module({
  imports: [JwtModule.register({ secret: 'zoo' })],
  controllers: [Cages, Visits],
  providers: [{ provide: APP_GUARD, useClass: Turnstile }, { provide: APP_GUARD, useClass: DutyGuard }],
})
class Zoo {}

async function open() {
  const app = await NestFactory.create(Zoo);
  await app.listen(8080);
}
void open();
