import { NestFactory } from '@nestjs/core';
import { CrudConfigService } from '@nestjsx/crud';

CrudConfigService.load({ routes: { exclude: ['createManyBase'] } });

import { HarbourModule } from './harbour.module';

async function start() {
  const app = await NestFactory.create(HarbourModule);
  await app.listen(3000);
}
start();
