import { NestFactory } from '@nestjs/core';
import { AppModule, CranesModule, Pilots } from './modules';

const own = Reflect.hasMetadata('berths', Pilots);

async function more() { return [CranesModule]; }

async function bootstrap() {
  // The first that names the module; its decorators are asked for what they have said.
  const known = Reflect.getOwnMetadata('imports', AppModule);
  Reflect.defineMetadata('imports', [...known, ...(await more())], AppModule);
  if (!own) Reflect.defineMetadata('controllers', [Pilots], AppModule);
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
