// Of several strategies the first that lets in does: behind one that lets everybody in, a credential is optional.
import { Controller, Get, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy as TokenStrategy } from 'passport-jwt';
import { Strategy } from 'passport-strategy';

class Tickets extends PassportStrategy(TokenStrategy, 'ticket') {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'for the tests' });
  }
  validate(claims: { sub: string }): { name: string } {
    return { name: claims.sub };
  }
}

/** Lets everybody in, as a visitor. */
class Visitors extends PassportStrategy(Strategy, 'visitor') {
  authenticate(): void {
    this.success({ name: 'a visitor' });
  }
}

/** Leaves it to whoever comes behind. */
class Passing extends PassportStrategy(Strategy, 'passing') {
  authenticate(): void {
    this.pass();
  }
}

/** Lets nobody in. */
class Closed extends PassportStrategy(Strategy, 'closed') {
  authenticate(): void {
    this.fail(401);
  }
}

class VisitorGuard extends AuthGuard(['ticket', 'visitor']) {}

@Controller('rooms')
class RoomController {
  @Get('hall')
  @UseGuards(AuthGuard(['ticket', 'visitor']))
  hall(): { open: boolean } {
    return { open: true };
  }

  @Get('garden')
  @UseGuards(VisitorGuard)
  garden(): { open: boolean } {
    return { open: true };
  }

  @Get('stairs')
  @UseGuards(AuthGuard(['ticket', 'passing']))
  stairs(): { open: boolean } {
    return { open: true };
  }

  @Get('tower')
  @UseGuards(AuthGuard('ticket'))
  tower(): { open: boolean } {
    return { open: true };
  }

  @Get('vault')
  @UseGuards(AuthGuard(['ticket', 'closed']))
  vault(): { open: boolean } {
    return { open: false };
  }

  @Get('street')
  @UseGuards(AuthGuard('visitor'))
  street(): { open: boolean } {
    return { open: true };
  }
}

@Module({ controllers: [RoomController], providers: [Tickets, Visitors, Passing, Closed] })
class Gallery {}

async function start(): Promise<void> {
  const house = await NestFactory.create(Gallery);
  await house.listen(3000);
}
void start();
