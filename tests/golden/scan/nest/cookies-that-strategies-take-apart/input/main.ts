// Strategies that take the header of all cookies apart with the package for it: the cookie is that whose name they take. By hand nobody knows its name.
import { Controller, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import * as cookie from 'cookie';
import { parse } from 'cookie';
import { ExtractJwt, Strategy, type JwtFromRequestFunction } from 'passport-jwt';

class Tokens {
  static fromCookie(name: string): JwtFromRequestFunction {
    return (request: any) => {
      let token: string | null = null;
      const cookies = cookie.parse(request.headers.cookie || '');
      if (cookies && cookies[name]) token = cookies[name];
      return token;
    };
  }

  static either = ExtractJwt.fromExtractors([ExtractJwt.fromAuthHeaderAsBearerToken(), Tokens.fromCookie('pot')]);
}

const guest = (request: any): string | null => (request.headers.cookie ? (parse(request.headers.cookie).guest ?? null) : null);
const byHand = (request: any): string | null => /leaf=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? null;
const read = (request: any): string | null => request.cookies?.kettle ?? null;
const optionsOf = (jwtFromRequest: JwtFromRequestFunction) => ({ jwtFromRequest, ignoreExpiration: false, secretOrKey: 'steam' });

@Injectable()
class Either extends PassportStrategy(Strategy, 'either') {
  constructor() {
    super(optionsOf(Tokens.either));
  }
  validate(claims: { sub: string }) {
    return { id: claims.sub };
  }
}

@Injectable()
class Alone extends PassportStrategy(Strategy, 'alone') {
  constructor() {
    super({ jwtFromRequest: Tokens.fromCookie('cup'), secretOrKey: 'steam' });
  }
  validate(claims: { sub: string }) {
    return { id: claims.sub };
  }
}

@Injectable()
class Guests extends PassportStrategy(Strategy, 'guests') {
  constructor() {
    super(optionsOf(guest));
  }
  validate(claims: { sub: string }) {
    return { id: claims.sub };
  }
}

@Injectable()
class ByHand extends PassportStrategy(Strategy, 'by-hand') {
  constructor() {
    super(optionsOf(ExtractJwt.fromExtractors([ExtractJwt.fromAuthHeaderAsBearerToken(), byHand])));
  }
  validate(claims: { sub: string }) {
    return { id: claims.sub };
  }
}

@Injectable()
class Parsed extends PassportStrategy(Strategy, 'parsed') {
  constructor() {
    super(optionsOf(read));
  }
  validate(claims: { sub: string }) {
    return { id: claims.sub };
  }
}

@Controller('cups')
class Cups {
  @Get('either') @UseGuards(AuthGuard('either')) either() { return { cups: 1 }; }
  @Get('alone') @UseGuards(AuthGuard('alone')) alone() { return { cups: 2 }; }
  @Get('guests') @UseGuards(AuthGuard('guests')) guests() { return { cups: 3 }; }
  @Get('hand') @UseGuards(AuthGuard('by-hand')) hand() { return { cups: 4 }; }
  @Get('parsed') @UseGuards(AuthGuard('parsed')) parsed() { return { cups: 5 }; }
}

@Module({ controllers: [Cups], providers: [Either, Alone, Guests, ByHand, Parsed] })
class House {}

async function brew() {
  const app = await NestFactory.create(House);
  await app.listen(3000);
}
void brew();
