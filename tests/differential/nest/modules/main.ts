import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { HouseModule } from './house';

async function start() {
  const house = await NestFactory.create(HouseModule, { logger: false });
  await house.listen(process.env.PORT ?? 0);
}
start().catch((error) => { console.error(error); process.exit(1); });
