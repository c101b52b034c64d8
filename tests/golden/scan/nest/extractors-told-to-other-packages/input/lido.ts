import { Controller, Get, Injectable, Module, Post, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { ExtractJwt } from 'passport-jwt';
import { PoolStrategy, KeyStrategy } from 'poolside-auth';

// What a package calls it is its own matter: the strategy takes its token of where the extractor says.
@Injectable()
class Swimmers extends PassportStrategy(PoolStrategy, 'swimmers') {
  constructor() {
    super({ url: process.env.POOL_URL, extractor: ExtractJwt.fromAuthHeaderAsBearerToken() });
  }
  async validate(swimmer: { sub: string }) {
    return { id: swimmer.sub };
  }
}
@Injectable()
class Lifeguards extends PassportStrategy(PoolStrategy, 'lifeguards') {
  constructor() {
    super({ from: ExtractJwt.fromHeader('X-Whistle') });
  }
}
@Injectable()
class Visitors extends PassportStrategy(PoolStrategy, 'visitors') {
  constructor() {
    super({ take: ExtractJwt.fromExtractors([ExtractJwt.fromUrlQueryParameter('ticket'), ExtractJwt.fromAuthHeaderAsBearerToken()]) });
  }
}
// Nothing says where it looks.
@Injectable()
class Keys extends PassportStrategy(KeyStrategy, 'keys') {
  constructor() {
    super({ prefix: 'Bearer', extractor: (request: unknown) => String(request) });
  }
}

@Injectable()
class SwimmerGuard extends AuthGuard('swimmers') {}
@Injectable()
class AnyoneGuard extends AuthGuard('swimmers') {
  handleRequest<T>(_error: unknown, swimmer: T): T {
    return swimmer;
  }
}

@Controller('pools')
class Pools {
  @UseGuards(SwimmerGuard)
  @Get('mine')
  mine() {
    return { lane: 3 };
  }
  @UseGuards(AnyoneGuard)
  @Get()
  list() {
    return [{ lanes: 8 }];
  }
  @UseGuards(AuthGuard('lifeguards'))
  @Post('whistle')
  whistle() {
    return { heard: true };
  }
  @UseGuards(AuthGuard(['lifeguards', 'swimmers']))
  @Get('depth')
  depth() {
    return { metres: 2 };
  }
  @UseGuards(AuthGuard('visitors'))
  @Get('slides')
  slides() {
    return [];
  }
  @UseGuards(AuthGuard('keys'))
  @Get('pumps')
  pumps() {
    return [];
  }
}

@Module({ imports: [PassportModule], providers: [Swimmers, Lifeguards, Visitors, Keys], controllers: [Pools] })
class Lido {}

NestFactory.create(Lido).then((app) => app.listen(3000));
