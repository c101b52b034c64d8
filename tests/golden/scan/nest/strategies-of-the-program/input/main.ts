import { Controller, Get, Injectable, Module, Param, Post, UnauthorizedException, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-custom';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ExtractJwt, Strategy as JwtStrategy } from 'passport-jwt';
import { verify } from 'ticket-office';

interface Boarding { headers: Record<string, string>; cookies: Record<string, string>; params: Record<string, string> }

// A token of somebody else's, out of the header that all look at.
@Injectable()
class TicketStrategy extends PassportStrategy(Strategy, 'ticket') {
  async validate(boarding: Boarding) {
    const token = boarding.headers.authorization?.split(' ').pop();
    if (!token) throw new UnauthorizedException('No ticket');
    const found = await verify(token);
    return { passenger: found.sub };
  }
}

// A header of its own, and who it is by a callback.
@Injectable()
class CrewStrategy extends PassportStrategy(Strategy, 'crew') {
  async validate(boarding: Boarding, done: (error: Error | null, crew?: { rank: string } | false) => void) {
    const badge = boarding.headers['x-crew-badge'];
    if (badge === undefined) return done(null, false);
    done(null, { rank: await verify(badge) });
  }
}

// A cookie.
@Injectable()
class SeasonStrategy extends PassportStrategy(Strategy, 'season') {
  validate(boarding: Boarding) {
    if (!boarding.cookies.season_token) return null;
    return { passenger: boarding.cookies.season_token };
  }
}

// By what the address says alone: nothing that a client could hold.
@Injectable()
class DeckStrategy extends PassportStrategy(Strategy, 'deck') {
  async validate(boarding: Boarding) {
    return await verify(boarding.params.deck);
  }
}

@Injectable()
class FreightStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'freight') {
  constructor() {
    super({ header: 'X-Freight', prefix: '' }, false);
  }
  validate(key: string) {
    return { company: key };
  }
}

@Injectable()
class PassStrategy extends PassportStrategy(JwtStrategy, 'pass') {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 's' });
  }
  validate(claims: { sub: string }) {
    return { passenger: claims.sub };
  }
}

// Whichever of them somebody has.
@Injectable()
class EitherGuard extends AuthGuard(['freight', 'pass']) {}

@Controller('decks')
class DecksController {
  @UseGuards(AuthGuard('ticket')) @Get('lower') lower() { return { deck: 1 }; }
  @UseGuards(AuthGuard('crew')) @Get('engine') engine() { return { deck: 0 }; }
  @UseGuards(AuthGuard('season')) @Get('upper') upper() { return { deck: 2 }; }
  @UseGuards(AuthGuard('deck')) @Get('of/:deck') of() { return { deck: 3 }; }
  @UseGuards(EitherGuard) @Get('cargo') cargo() { return { deck: 4 }; }
  @UseGuards(AuthGuard(['season', 'pass'])) @Get('any') any() { return { deck: 5 }; }
  // A token that somebody has already, for something else than calling.
  @Post('invitations/:token/decline') decline(@Param('token') token: string) { return { invitationToken: token, declined: true }; }
  @UseGuards(AuthGuard(['pass', 'anonymous'])) @Get('quay') quay() { return { deck: 6 }; }
}

@Module({
  controllers: [DecksController],
  providers: [TicketStrategy, CrewStrategy, SeasonStrategy, DeckStrategy, FreightStrategy, PassStrategy],
})
class FerryModule {}

void NestFactory.create(FerryModule).then((ferry) => ferry.listen(1));
