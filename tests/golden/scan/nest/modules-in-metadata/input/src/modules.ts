import { Controller, Get, Module } from '@nestjs/common';

@Controller('ships')
class Ships { @Get() list() { return []; } }
@Module({ controllers: [Ships] })
export class ShipsModule {}

@Controller('cranes')
class Cranes { @Get() list() { return []; } }
@Module({ controllers: [Cranes] })
export class CranesModule {}

@Controller('buoys') //~ nest/unreached-controller
class Buoys { @Get() list() { return []; } }
// Nobody lists it.
@Module({ controllers: [Buoys] })
export class BuoysModule {}

@Controller('pilots')
export class Pilots { @Get() list() { return []; } }

@Module({ imports: [ShipsModule] })
export class AppModule {}
