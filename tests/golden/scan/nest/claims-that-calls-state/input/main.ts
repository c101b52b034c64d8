import { CanActivate, Controller, ExecutionContext, Get, Injectable, Module, Req, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { JwtModule, JwtService } from '@nestjs/jwt';

interface Miller {
  sub: string;
  wheels: number;
}

// What a token says is what the call states of it.
@Injectable()
class MillGuard implements CanActivate {
  constructor(private readonly tokens: JwtService) {}
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const [kind, token] = request.headers.authorization?.split(' ') ?? [];
    if (kind !== 'Bearer') throw new UnauthorizedException('no token');
    try {
      const claims = await this.tokens.verifyAsync<Miller>(token);
      request.user = { id: claims.sub, wheels: claims.wheels, grain: (claims as any).grain };
    } catch {
      throw new UnauthorizedException('a bad token');
    }
    return true;
  }
}

@Injectable()
class WholeGuard implements CanActivate {
  constructor(private readonly tokens: JwtService) {}
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    if (!request.headers.authorization) throw new UnauthorizedException('no token');
    request.user = this.tokens.verify<Miller>(request.headers.authorization.slice(7));
    return true;
  }
}

// This one states nothing.
@Injectable()
class BareGuard implements CanActivate {
  constructor(private readonly tokens: JwtService) {}
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    if (!request.headers.authorization) throw new UnauthorizedException('no token');
    request.user = this.tokens.verify(request.headers.authorization.slice(7));
    return true;
  }
}

@Controller('mill')
class MillController {
  @Get('me') @UseGuards(MillGuard) me(@Req() request: any) { return request.user; }
  @Get('whole') @UseGuards(WholeGuard) whole(@Req() request: any) { return { user: request.user, wheels: request.user.wheels }; }
  @Get('bare') @UseGuards(BareGuard) bare(@Req() request: any) { return { user: request.user }; }
}

@Module({ imports: [JwtModule.register({ secret: 's' })], controllers: [MillController] })
class MillModule {}

void NestFactory.create(MillModule).then((application) => application.listen(3000));
