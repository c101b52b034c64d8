import { NestFactory } from '@nestjs/core';
import { MillModule } from './mill.module';

async function bootstrap() {
  const app = await NestFactory.create(MillModule);
  await app.listen(3000);
}
bootstrap();
