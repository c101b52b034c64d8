import { Body, Controller, Get, Module, Post, Query, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Harvest, Hive, Loose, Weeks, Window } from './forms';

@Controller('hives')
export class HivesController {
  @Get()
  list(@Query() window: Window) {
    return { from: window.from, count: window.count };
  }

  @Get('weeks')
  weeks(@Query() weeks: Weeks) {
    return { size: weeks.size };
  }

  @Post()
  add(@Body() hive: Hive) {
    return { label: hive.label };
  }

  @Post('harvests')
  harvest(@Body() harvest: Harvest) {
    return { weight: harvest.weight };
  }

  @Post('loose')
  loose(@Body() loose: Loose) {
    return { place: loose.place };
  }
}

@Module({ controllers: [HivesController] })
export class ApiaryModule {}

async function open() {
  const apiary = await NestFactory.create(ApiaryModule);
  apiary.useGlobalPipes(new ValidationPipe({ transform: true }));
  await apiary.listen(4100);
}
void open();
