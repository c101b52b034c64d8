import { NestFactory } from '@nestjs/core';
import { ParcelModule } from './parcel.module';

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(ParcelModule);
  await app.listen(3000);
}
void bootstrap();
