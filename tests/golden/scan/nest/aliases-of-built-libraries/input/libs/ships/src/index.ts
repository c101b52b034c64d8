import { Controller, Get, Module } from '@nestjs/common';

@Controller('ships')
class ShipList {
  @Get()
  list() {
    return [];
  }
}

@Module({ controllers: [ShipList] })
export class Ships {}
