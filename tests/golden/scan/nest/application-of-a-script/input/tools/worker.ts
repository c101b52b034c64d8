import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ShopModule } from '../app';

@Module({ imports: [ShopModule] }) class KilnModule {}

/** Works through a queue: its server is made and given to nobody. */
async function work() {
  const kiln = await NestFactory.create(KilnModule);
  kiln.enableShutdownHooks();
  await kiln.init();
}
void work();
