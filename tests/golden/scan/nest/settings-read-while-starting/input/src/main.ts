import { NestFactory } from '@nestjs/core';
import { LighthouseModule } from './lighthouse.module';

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(LighthouseModule);
  await app.listen(3000);
}
void bootstrap();
