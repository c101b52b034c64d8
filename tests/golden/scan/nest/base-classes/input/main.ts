import { Controller, Delete, Get, Module, Post, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** A class made by a function, for each thing one of its own. */
function ledgerOf<Entry>(name: string, options: { readonly removable?: boolean } = {}): Type<object> {
  @Controller(`ledgers/${name}`)
  class LedgerController {
    @Get() entries(): Entry[] { return []; }
    @Post() add() { return {}; }
  }
  if (!options.removable) return LedgerController;
  @Controller(`ledgers/${name}`)
  class RemovableLedgerController extends LedgerController {
    @Delete(':id') remove() { return {}; }
  }
  return RemovableLedgerController;
}

class AbbotController extends ledgerOf<number>('tithes', { removable: true }) {
  @Get('sum') sum() { return 0; }
}

@Module({ controllers: [ledgerOf<string>('guests'), AbbotController] })
class AbbeyModule {}

NestFactory.create(AbbeyModule).then((abbey) => abbey.listen(1));
