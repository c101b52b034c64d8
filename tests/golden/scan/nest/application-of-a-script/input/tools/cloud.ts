import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import serverlessExpress from '@codegenie/serverless-express';
import { ShopModule } from '../app';

@Module({ imports: [ShopModule] }) class CloudModule {}

/** Never listens, but what serves requests is given to a host. */
async function start() {
  const cloud = await NestFactory.create(CloudModule);
  cloud.setGlobalPrefix('cloud');
  await cloud.init();
  return serverlessExpress({ app: cloud.getHttpAdapter().getInstance() });
}
void start();
