import { Controller, DynamicModule, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { StockModule } from 'nestjs-stock';

@Controller('crates')
class Crates {
  @Get()
  all() {
    return [];
  }
}

@Controller('pallets')
class Pallets {
  @Get()
  all() {
    return [];
  }
}

@Controller('seals')
class Seals {
  @Get()
  all() {
    return [];
  }
}

/** What a module of a package lists, with the program's own behind it: those are there in any case. */
@Module({})
class CrateModule extends StockModule {
  static forRoot(): DynamicModule {
    const { controllers, imports } = super.forRoot();
    return { module: CrateModule, imports: (imports || []).concat([SealModule]), controllers: (controllers || []).concat([Crates]) };
  }
}

@Module({})
class PalletModule {
  static register(): DynamicModule {
    const stock = StockModule.register();
    return { ...stock, module: PalletModule, controllers: stock.controllers.concat([Pallets]) };
  }
}

@Module({ controllers: [Seals] })
class SealModule {}

@Module({ imports: [CrateModule.forRoot(), PalletModule.register()] })
class Depot {}

void NestFactory.create(Depot).then((depot) => depot.listen(3000)); //~ nest/open-list nest/open-list nest/open-list
