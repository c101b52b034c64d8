import { Controller, Get, Inject, Injectable, Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';

@Injectable()
class Tide {
  readonly root = 'shore';
}

@Controller('weeds')
class WeedController {
  // A parameter that asks by the name of the class has the same instance.
  constructor(@Inject('Tide') private readonly tide: { root: string }) {}
  @Get() all() {
    return { below: this.tide.root };
  }
}

@Injectable()
class Text {
  readonly root = 'never';
}

// A token that is text comes before a class of that name.
@Module({
  imports: [ConfigModule.forRoot({ isGlobal: true })],
  controllers: [WeedController],
  providers: [Tide, Text, { provide: 'Text', useValue: { root: 'v3' } }],
})
class KelpModule {}

async function grow() {
  const forest = await NestFactory.create(KelpModule);
  const tide = forest.get('Tide');
  forest.setGlobalPrefix(`${forest.get('ConfigService').get('KELP_PREFIX', 'kelp')}/${tide.root}/${forest.get('Text').root}`);
  await forest.listen(3000);
}
void grow();
