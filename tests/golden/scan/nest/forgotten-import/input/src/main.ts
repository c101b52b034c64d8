import { Controller, Get, Module, VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Controller({ path: 'owls', version: '1' })
class OwlsController {
  @Get()
  all(): string[] { return []; }

  @Version('2') //~ evaluator/forgotten-import
  @Get('awake')
  awake(): string[] { return []; }

  // No package that the file imports from has this one.
  @Feathered()
  @Get('asleep')
  asleep(): string[] { return []; }
}

@Module({ controllers: [OwlsController] })
class AviaryModule {}

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(AviaryModule);
  app.enableVersioning({ type: VersioningType.URI });
  await app.listen(3000);
}
void bootstrap();
