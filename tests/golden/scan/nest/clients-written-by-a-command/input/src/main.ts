import { Controller, Get, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Records } from './records/records';

@Controller('hives')
class HivesController {
  constructor(private readonly records: Records) {}
  @Get() all() { return this.records.hive.findMany(); }
  @Get('stats') async stats() { return { hives: await this.records.hive.count() }; }
  @Post(':id/calm') calm(@Param('id') id: string) {
    return this.records.$transaction((records) => records.hive.update({ where: { id: Number(id) }, data: { mood: 'CALM' } }));
  }
}

@Module({ controllers: [HivesController], providers: [Records] })
class ApiaryModule {}

void NestFactory.create(ApiaryModule).then((apiary) => apiary.listen(1));
