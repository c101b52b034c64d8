// A guard of passport whose strategy asks another server who somebody is sends whoever comes without an answer of that one there: 302.
import { Controller, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-google-oauth20';
import { Strategy as Tokens, ExtractJwt } from 'passport-jwt';

@Injectable()
class Abroad extends PassportStrategy(Strategy, 'abroad') {
  constructor() {
    super({ clientID: 'post', clientSecret: 'box', callbackURL: '/gate/back', scope: ['email'] });
  }
  async validate(access: string, refresh: string, profile: any) {
    return { id: profile.id };
  }
}
@Injectable()
class AtHome extends PassportStrategy(Tokens) {
  constructor() {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'box' });
  }
  validate(claims: any) {
    return { id: claims.sub };
  }
}
@Injectable()
class AbroadGuard extends AuthGuard('abroad') {}

@Controller('gate')
class Gate {
  @Get('out')
  @UseGuards(AuthGuard('abroad'))
  out() {}

  @Get('out-by-class')
  @UseGuards(AbroadGuard)
  outByClass() {}

  // No class says what it is: it goes by its name.
  @Get('github')
  @UseGuards(AuthGuard('github'))
  github() {}

  @Get('home')
  @UseGuards(AuthGuard('jwt'))
  home() {
    return { home: true };
  }
}

@Module({ controllers: [Gate], providers: [Abroad, AtHome] })
class Town {}

void NestFactory.create(Town).then((server) => server.listen(3000));
