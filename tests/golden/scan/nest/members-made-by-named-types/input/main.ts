import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PrismaClient } from '@prisma/client';
import { Expose, plainToClass, plainToInstance, Type } from 'class-transformer';

const prisma = new PrismaClient();

/** Decimals of a database are texts until somebody makes numbers of them. */
class SackView {
  @Expose() @Type(() => Number) weight: number;
  @Expose() @Type(() => Number) bonus?: number;
  @Expose() @Type(() => String) batch: string;
  @Expose() @Type(() => Number) prices: number[];
  // These are what they are called already, and of this nothing is said.
  @Expose() @Type(() => String) labels: string[];
  @Expose() milled: Date;
}

class Weighed {
  @Type(() => Number) weight: number;
}

class Order {
  @Type(() => Number) sacks: number;
}

@Controller('sacks')
class SacksController {
  @Get()
  async list() {
    return plainToClass(SackView, await prisma.sack.findMany(), { excludeExtraneousValues: true });
  }

  @Get('weighed')
  async weighed() {
    return plainToInstance(Weighed, await prisma.sack.findMany({ select: { id: true, weight: true } }));
  }

  // What came in is asked for as it came, and answered as it was made.
  @Post()
  order(@Body() body: { sacks: string }) {
    const { sacks } = plainToInstance(Order, body);
    return { sacks };
  }
}

@Module({ controllers: [SacksController] })
class MillModule {}

void NestFactory.create(MillModule).then((mill) => mill.listen(1));
