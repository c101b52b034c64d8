import { Body, Controller, Get, Post, UseGuards } from '@nestjs/common';
import { Keepers, Logbook, StillUnmanned } from './lighthouse.services';

@UseGuards(StillUnmanned)
@Controller('keeper')
export class KeeperController {
  constructor(private readonly keepers: Keepers) {}

  @Post()
  take(@Body('name') name: string) {
    return this.keepers.take(name);
  }

  @Get('password')
  password() {
    return this.keepers.password();
  }
}

@Controller('lamp')
export class LampController {
  constructor(private readonly logbook: Logbook) {}

  @Get()
  light() {
    return this.logbook.light();
  }

  @Get('depth')
  deep() {
    return this.logbook.deep();
  }
}
