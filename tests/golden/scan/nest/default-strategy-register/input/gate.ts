import { Controller, Get, Injectable, Module, Post, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportModule } from '@nestjs/passport';

@Injectable() class Warden extends AuthGuard() {}

@Controller('drawbridge')
class Drawbridge {
  @Get() @UseGuards(AuthGuard()) state() { return { raised: true }; }
  @Post() @UseGuards(Warden) raise() { return { raised: true }; }
  @Get('view') view() { return 'moat'; }
}

@Module({ imports: [PassportModule.register({ defaultStrategy: 'jwt', session: false })], controllers: [Drawbridge] }) class Castle {}
@Module({ imports: [Castle] }) class Realm {}

NestFactory.create(Realm).then((realm) => realm.listen(4021));
