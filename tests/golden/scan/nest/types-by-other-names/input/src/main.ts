import { Body, Controller, Get, Module, Param, Post, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { UUID } from 'crypto';
import type { Beacon, NewBeacon } from './beacon';
import { NewBeacon as Taken } from './beacon';
import { Reading, Tide } from './own';

type Side = 'flood' | 'slack';
type Since = number;
declare const store: { find(id: UUID): Promise<Beacon>; add(beacon: NewBeacon): Promise<{ id: UUID }> };

@Controller('beacons')
export class BeaconController {
  @Get(':beacon')
  async one(@Param('beacon') beacon: UUID): Promise<Beacon> {
    return store.find(beacon);
  }

  @Post()
  async light(@Body() beacon: Taken): Promise<{ id: UUID }> {
    return store.add(beacon);
  }

  @Post('readings')
  read(@Body() reading: Reading) {
    return { id: reading.id };
  }
}

@Controller('tides')
export class TideController {
  @Post()
  note(@Body() tide: Tide, @Query('side') side: 'ebb' | Side, @Query('since') since?: Since) {
    return { level: tide.level };
  }
}

@Module({ controllers: [BeaconController, TideController] })
class CoastModule {}

async function start() {
  const app = await NestFactory.create(CoastModule);
  await app.listen(3000);
}
void start();
