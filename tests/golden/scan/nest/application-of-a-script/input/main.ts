import { NestFactory } from '@nestjs/core';
import { ShopModule } from './app';

void NestFactory.create(ShopModule).then((shop) => { shop.setGlobalPrefix('shop'); return shop.listen(1); });
