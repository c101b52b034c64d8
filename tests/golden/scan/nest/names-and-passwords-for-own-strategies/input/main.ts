import { Controller, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportModule } from '@nestjs/passport';
import { BasicStrategy, PlainStrategy, SealedStrategy } from './strategies';

@Injectable()
class NamesGuard extends AuthGuard('names') {}

@Controller()
class Granary {
  @Get('sacks') @UseGuards(AuthGuard('names')) sacks() { return { sacks: 2 }; }
  @Get('mice') @UseGuards(NamesGuard) mice() { return { mice: 2 }; }
  @Get('cats') @UseGuards(AuthGuard('plain')) cats() { return { cats: 2 }; }
  @Get('seals') @UseGuards(AuthGuard('sealed')) seals() { return { seals: 2 }; }
}

@Module({ imports: [PassportModule], controllers: [Granary], providers: [BasicStrategy, PlainStrategy, SealedStrategy] })
class AppModule {}

async function main() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
void main();
