// Of several strategies the first that lets in does: behind one that lets everybody in, a credential is optional.
import { Controller, Get, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy as TokenStrategy } from 'passport-jwt';
import { Strategy } from 'passport-strategy';
import { Pool } from 'pg';

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

/** Lets everybody in as well: what may fail on the way is no refusal. */
class Regulars extends PassportStrategy(Strategy, 'regular') {
  private readonly pool = new Pool();

  async authenticate(): Promise<void> {
    this.success(await this.validate());
  }
  async validate(): Promise<{ name: string }> {
    const { rows } = await this.pool.query("select name from visitors where kind = 'regular'");
    if (rows.length === 0) throw new Error('There is no regular visitor.');
    return { name: rows[0].name };
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

  @Get('cellar')
  @UseGuards(AuthGuard(['ticket', 'regular']))
  cellar(): { open: boolean } {
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

@Module({ controllers: [RoomController], providers: [Tickets, Visitors, Regulars, Passing, Closed] })
class Gallery {}

async function start(): Promise<void> {
  const house = await NestFactory.create(Gallery);
  await house.listen(3000);
}
void start();
