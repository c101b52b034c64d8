import { NestFactory } from '@nestjs/core';
import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { HivesController } from './hives.controller';
import { Diary, Envelope, Journal, Tally } from './interceptors';

@Module({
  controllers: [HivesController],
  providers: [
    Diary,
    { provide: APP_INTERCEPTOR, useClass: Journal },
    { provide: APP_INTERCEPTOR, useClass: Tally },
    { provide: APP_INTERCEPTOR, useClass: Envelope },
  ],
})
class ApiaryModule {}

async function start() {
  const apiary = await NestFactory.create(ApiaryModule);
  await apiary.listen(3000);
}
start();
