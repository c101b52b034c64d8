import { Body, Controller, Injectable, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Prisma, PrismaClient, Size } from '@prisma/client';

@Injectable()
class Records extends PrismaClient {
  constructor() {
    super({ log: ['warn'] });
  }
  async together<T>(work: (records: Prisma.TransactionClient) => Promise<T>): Promise<T> {
    return this.$transaction(work, { timeout: 5000 });
  }
}

@Injectable()
class Kennels {
  constructor(private readonly records: Records) {}
  async found(asked: { name: string; call: string }) {
    const made = await this.records.$transaction(async (records) => {
      const kennel = await records.kennel.create({ data: { name: asked.name } });
      const dog = await records.dog.create({ data: { call: asked.call, size: Size.SMALL, kennelId: kennel.id } });
      return { kennel, dog };
    });
    return { id: made.kennel.id, dog: made.dog };
  }
  rename(asked: { id: string; name: string }) {
    return this.records.together((records) => records.kennel.update({ where: { id: asked.id }, data: { name: asked.name } }));
  }
  async page() {
    const [dogs, total] = await this.records.$transaction([this.records.dog.findMany(), this.records.dog.count()]);
    return { dogs, total };
  }
}

@Controller('kennels')
class KennelsController {
  constructor(private readonly kennels: Kennels) {}
  @Post() found(@Body() asked: { name: string; call: string }) { return this.kennels.found(asked); }
  @Post('renamed') rename(@Body() asked: { id: string; name: string }) { return this.kennels.rename(asked); }
  @Post('page') page() { return this.kennels.page(); }
}

@Module({ controllers: [KennelsController], providers: [Kennels, Records] })
class KennelModule {}

void NestFactory.create(KennelModule).then((kennel) => kennel.listen(1));
