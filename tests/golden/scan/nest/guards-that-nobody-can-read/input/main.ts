// A guard of a package that is not there is in the chains, and nobody knows what it asks for: that is said, once.
import { Controller, Get, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { StableGuard, Public } from '@acme/stables';

@Controller('horses')
@UseGuards(StableGuard)
class Horses {
  @Get() //~ core/unseen-guard
  all() {
    return { horses: 3 };
  }

  @Get('public')
  @Public()
  open() {
    return { open: true };
  }
}

@Controller('riders')
@UseGuards(StableGuard)
class Riders {
  @Get()
  all() {
    return { riders: 2 };
  }

  @Get('known')
  @UseGuards(AuthGuard('jwt'))
  known() {
    return { known: true };
  }
}

@Module({ controllers: [Horses, Riders] })
class Stables {}

void NestFactory.create(Stables).then((server) => server.listen(3000));
