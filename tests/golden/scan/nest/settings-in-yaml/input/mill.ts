import { Controller, Get, Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';
import settings, { toll, west } from './settings';

@Controller(west.gate)
class Gate {
  @Get()
  open() {
    return { open: true };
  }
}

@Controller()
class Toll {
  @Get(`toll/${toll.road}`) //~ project/unknown-path
  pay() {
    return {};
  }
}

@Module({ imports: [ConfigModule.forRoot({ load: [settings] })], controllers: [Gate, Toll] })
class Mill {}

async function grind() {
  const mill = await NestFactory.create(Mill);
  mill.setGlobalPrefix(mill.get(ConfigService).get('mill.prefix'));
  await mill.listen(3000);
}
void grind();
