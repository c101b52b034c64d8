import { ConfigurableModuleBuilder, Controller, DynamicModule, Get, Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

interface Tide {
  harbour: string;
}

// Taken apart at once, as most write it.
const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN, OPTIONS_TYPE } = new ConfigurableModuleBuilder<Tide>().build();

@Injectable()
class Almanac {
  constructor(@Inject(MODULE_OPTIONS_TOKEN) private readonly tide: Tide) {}
  heights() {
    return { harbour: this.tide.harbour };
  }
}

@Controller('almanac')
class AlmanacController {
  constructor(private readonly almanac: Almanac) {}
  @Get() heights() {
    return this.almanac.heights();
  }
}

@Module({ controllers: [AlmanacController], providers: [Almanac], exports: [Almanac] })
class AlmanacModule extends ConfigurableModuleClass implements OnModuleInit {
  // Its own method adds to what the builder's gives.
  static register(options: typeof OPTIONS_TYPE): DynamicModule {
    return { ...super.register(options), global: true };
  }
  onModuleInit() {}
}

// Named after the module, with a method of another name, extras, and options that a class makes.
const buoys = new ConfigurableModuleBuilder<{ count: number; drift: boolean }>({ moduleName: 'BuoyField' })
  .setClassMethodName('forRoot')
  .setFactoryMethodName('lay')
  .setExtras({ isGlobal: false, path: 'buoys' }, (definition, extras) => ({
    ...definition,
    global: extras.isGlobal,
    providers: [...(definition.providers ?? []), { provide: 'WHERE', useValue: { path: extras.path } }],
  }))
  .build();

@Controller('buoys')
class BuoyController {
  constructor(
    @Inject('BUOY_FIELD_MODULE_OPTIONS') private readonly field: { count: number; drift: boolean },
    @Inject('WHERE') private readonly where: { path: string },
  ) {}
  @Get() all() {
    return { count: this.field.count, where: this.where.path };
  }
  @Get('options') options() {
    return this.field;
  }
}
@Module({ controllers: [BuoyController] })
class BuoyModule extends buoys.ConfigurableModuleClass {}

@Injectable()
class Layer {
  async lay() {
    return { count: 3, drift: true };
  }
}

const fog = new ConfigurableModuleBuilder<{ horn: string }>().build();
@Controller('fog')
class FogController {
  constructor(@Inject(fog.MODULE_OPTIONS_TOKEN) private readonly settings: { horn: string }) {}
  @Get('horn') horn() {
    return { horn: this.settings.horn };
  }
}
@Module({ controllers: [FogController] })
class FogModule extends fog.ConfigurableModuleClass {}

@Controller('beside')
class BesideController {
  constructor(private readonly almanac: Almanac) {}
  @Get() heights() {
    return this.almanac.heights();
  }
}

@Module({
  imports: [
    AlmanacModule.register({ harbour: 'Lorient' }),
    BuoyModule.forRootAsync({ useClass: Layer, isGlobal: true }),
    FogModule.registerAsync({ useFactory: () => ({ horn: 'two blasts' }) }),
  ],
  controllers: [BesideController],
})
class CoastModule {}

async function bootstrap() {
  const coast = await NestFactory.create(CoastModule);
  await coast.listen(3000);
}
void bootstrap();
