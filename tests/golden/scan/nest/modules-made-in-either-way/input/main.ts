import { Controller, Get, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { load } from 'tide-store';

@Injectable()
export class Clock {}

@Controller('harbours')
class Harbours {
  @Get()
  all() {
    return { harbours: true };
  }
}
@Controller('ferries')
class Ferries {
  @Get()
  all() {
    return { ferries: true };
  }
}
@Controller('buoys')
class Buoys {
  @Get()
  all() {
    return { buoys: true };
  }
}
@Controller('wrecks')
class Wrecks {
  @Get()
  all() {
    return { wrecks: true };
  }
}
@Module({ controllers: [Harbours] })
class HarbourModule {}
@Module({ controllers: [Buoys] })
class BuoyModule {}
@Module({ controllers: [Wrecks] })
class WreckModule {}

// Whichever it is: the module is there, and so is what it imports, which others import later as well.
@Module({ imports: [HarbourModule], controllers: [Ferries] })
class FerryModule {
  static async register() {
    if (!(await load('ferries'))) return { module: FerryModule };
    return { module: FerryModule, providers: [Clock] };
  }
}
// Of three ways two import it, and one has the other: each is there where its own way is taken.
class ChartModule {
  static register() {
    const chart = load('chart');
    if (chart.sea) return { module: ChartModule, imports: [BuoyModule] };
    if (chart.coast) return { module: ChartModule, imports: [BuoyModule], providers: [Clock] };
    return { module: ChartModule, imports: [WreckModule] };
  }
}
Module({})(ChartModule);

@Module({ imports: [FerryModule.register(), ChartModule.register(), HarbourModule] })
class Sea {}

async function start() {
  const app = await NestFactory.create(Sea);
  await app.listen(4102);
}
void start();
