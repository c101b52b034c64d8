import { Controller, DynamicModule, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { trim, trimEnd } from 'lodash';
import { posix } from 'path';

@Controller('kilns') class KilnsController { @Get() list() { return ['a']; } }
@Controller('glazes') class GlazesController { @Get() list() { return ['a']; } }
@Controller('wheels') class WheelsController { @Get() list() { return ['a']; } }
@Controller('clays') class ClaysController { @Get() list() { return ['a']; } }
@Controller('racks') class RacksController { @Get() list() { return ['a']; } }
@Controller('sinks') class SinksController { @Get() list() { return ['a']; } }
@Controller('shelves') class ShelvesController { @Get() list() { return ['a']; } }

@Module({ controllers: [KilnsController] }) class KilnsModule {}
@Module({ controllers: [GlazesController] }) class GlazesModule {}
@Module({ controllers: [WheelsController] }) class WheelsModule {}
@Module({ controllers: [ClaysController] }) class ClaysModule {}

@Module({ controllers: [RacksController] }) class RacksModule {}
@Module({ controllers: [SinksController] }) class SinksModule {}

// The default takes both; another configuration the racks alone, or none.
const furniture = () => {
  let chosen: any[] = [];
  switch (process.env.FURNITURE || 'all') {
    case 'all':
      chosen = [RacksModule, SinksModule];
      break;
    case 'racks':
      chosen = [RacksModule];
      break;
  }
  return [].concat(chosen);
};

const enabled = (process.env.PARTS ?? 'clays').split(',');
const settings = () => ({
  // Absent where the variable is: the chain ends early.
  kilns: process.env.KILNS?.toLowerCase().trim() === 'on',
  glazes: process.env.GLAZES?.toLowerCase() !== 'off',
  wheels: new Set((process.env.WHEELS ?? '').split(';')).has('all'),
  clays: enabled.includes('clays'),
  below: trim(process.env.BELOW, '/'),
  name: trimEnd('pottery--', '-'),
});

@Module({})
class PotteryModule {
  static with(read = settings): DynamicModule {
    const { kilns, glazes, wheels, clays } = read();
    return {
      module: PotteryModule,
      imports: [...furniture(), ...(kilns ? [KilnsModule] : []), ...(glazes ? [GlazesModule] : []), ...(wheels ? [WheelsModule] : []), ...(clays ? [ClaysModule] : [])],
      controllers: [ShelvesController],
    };
  }
}

async function open() {
  const { below, name } = settings();
  const pottery = await NestFactory.create(PotteryModule.with());
  pottery.setGlobalPrefix(below ? posix.join(below, name) : name);
  await pottery.listen(1);
}
void open();
