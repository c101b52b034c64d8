import { NestFactory } from '@nestjs/core';
import { Controller, Get, Module, type ModuleMetadata } from '@nestjs/common';
import { settings } from 'orchard-settings';

const isPaid = () => process.env.ORCHARD_PAID === 'true' && process.env.ORCHARD_KEY === 'true';

@Controller('pears')
class Pears {
  @Get() list() { return []; }
}

@Controller('pears-for-members')
class MembersPears {
  @Get() list() { return []; }
}

@Controller('baskets')
class Baskets {
  @Get() list() { return []; }
}

@Controller('plums')
class Plums {
  @Get() list() { return []; }
}

@Module({ controllers: [Baskets] })
class BasketsModule {}

// What a function gives is one of two records: with other modules, and with other controllers.
function forEverybody(): ModuleMetadata {
  return { imports: [BasketsModule], controllers: [Pears] };
}
function forMembers(): ModuleMetadata {
  return { controllers: [MembersPears, Pears] };
}
function ofTheTree(): ModuleMetadata {
  if (isPaid()) return forMembers();
  return forEverybody();
}

@Module(ofTheTree())
class TreeModule {}

// The same in an expression, of one that may be nothing.
@Module(isPaid() ? { controllers: [Plums] } : {})
class PlumsModule {}

// Only run time knows what this one says.
@Module(settings.module)
class SettingsModule {}

@Module({ imports: [TreeModule, PlumsModule, SettingsModule] })
class Orchard {}

async function open() {
  const app = await NestFactory.create(Orchard); //~ nest/open-list nest/open-list nest/open-list
  await app.listen(3000);
}
void open();
