import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { BerthsController } from './berths.controller';
import { Harbours, Ledger, NoForeignShips, Remembered, Translated, Warmed } from './interceptors';

@Module({
  controllers: [BerthsController],
  providers: [
    Ledger,
    Harbours,
    Remembered,
    Warmed,
    // The first one stands outside.
    { provide: APP_INTERCEPTOR, useClass: Translated },
    { provide: APP_INTERCEPTOR, useClass: NoForeignShips },
  ],
})
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
