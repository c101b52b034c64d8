import { Body, Controller, Get, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { KyselyModule } from 'nestjs-kysely';
import { SeedsRepo } from './seeds.repo';

@Controller('seeds')
class SeedsController {
  constructor(private readonly seeds: SeedsRepo) {}
  @Get(':id')
  find(@Param('id') id: string) {
    return this.seeds.find(id);
  }
  @Get(':id/keeper')
  async findKeeper(@Param('id') id: string) {
    return this.seeds.find(id, { withKeeper: true });
  }
  @Post()
  insert(@Body() body: { species: string }) {
    return this.seeds.insert({ species: body.species });
  }
}

@Module({ imports: [KyselyModule.forRoot({})], controllers: [SeedsController], providers: [SeedsRepo] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
