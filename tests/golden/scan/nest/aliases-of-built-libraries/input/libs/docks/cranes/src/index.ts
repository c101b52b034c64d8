import { Controller, Get, Module } from '@nestjs/common';

@Controller('cranes')
class CraneList {
  @Get()
  list() {
    return [];
  }
}

@Module({ controllers: [CraneList] })
export class Cranes {}
