import { Controller, Get, Module } from '@nestjs/common';

@Controller('docks')
class DockList {
  @Get()
  list() {
    return [];
  }
}

@Module({ controllers: [DockList] })
export class Docks {}
