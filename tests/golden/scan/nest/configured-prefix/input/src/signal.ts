import { Controller, Get, Module, Version, VERSION_NEUTRAL } from '@nestjs/common';
import { ConfigModule, registerAs } from '@nestjs/config';

const mastValues = registerAs('mast', () => ({ prefix: process.env.MAST_PREFIX || 'signals', height: Number(process.env.HEIGHT ?? 12) }));

@Controller()
class LampController {
  @Version(VERSION_NEUTRAL) @Get() lamp() { return 'on'; }
}

@Controller('flags')
class FlagController {
  @Get() hoisted() { return []; }
  @Version('1') @Get(':colour') colour() { return {}; }
}

@Module({ imports: [ConfigModule.forRoot({ isGlobal: true, load: [mastValues] })], controllers: [LampController, FlagController] })
export class SignalModule {}
