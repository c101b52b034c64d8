import { Controller, Get, Injectable, Module, NotFoundException, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PrismaClient } from '@prisma/client';

@Injectable()
class Store extends PrismaClient {}

@Controller('harbour/vessels')
class VesselsController {
  constructor(private readonly store: Store) {}
  @Get() list() {
    return this.store.vessel.findMany();
  }
  @Get(':id') async one(@Param('id') id: string) {
    const vessel = await this.store.vessel.findFirst({ where: { id: id as never } });
    if (!vessel) throw new NotFoundException();
    return vessel;
  }
}

@Module({ controllers: [VesselsController], providers: [Store] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
