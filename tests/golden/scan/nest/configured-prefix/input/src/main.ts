import { ValidationPipe, VersioningType } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';
import { SignalModule } from './signal';

async function raise() {
  const mast = await NestFactory.create(SignalModule, { cors: true });
  const values = mast.get(ConfigService<{ mast: { prefix: string } }>);
  mast.setGlobalPrefix(values.getOrThrow('mast.prefix', { infer: true }), { exclude: ['/'] });
  mast.enableVersioning({ type: VersioningType.URI, defaultVersion: values.get('DEFAULT_VERSION', '2') });
  mast.useGlobalPipes(new ValidationPipe({ whitelist: true }));
  await mast.listen(values.get('PORT', 3000));
}
void raise();
