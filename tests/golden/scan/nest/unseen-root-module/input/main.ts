import { NestFactory } from '@nestjs/core';
import { NowhereModule } from './nowhere'; //~ evaluator/missing-module

async function begin() {
  const relic = await NestFactory.create(NowhereModule); //~ nest/unseen-root-module
  relic.setGlobalPrefix('relics');
  await relic.listen(1);
}
begin();
