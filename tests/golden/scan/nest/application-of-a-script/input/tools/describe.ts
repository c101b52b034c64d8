import { writeFileSync } from 'fs';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { ShopModule } from '../app';

/** Makes the same application ready to write down what it serves; it never listens, and without the prefix nobody is served below it. */
async function describe() {
  const shop = await NestFactory.create(ShopModule, { logger: false });
  await shop.init();
  writeFileSync('openapi.json', JSON.stringify(SwaggerModule.createDocument(shop, new DocumentBuilder().build())));
  await shop.close();
}
void describe();
