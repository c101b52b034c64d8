// The schema lies at the root of the repository, above the application.
import { Body, Controller, Get, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Flag, PrismaClient } from '@prisma/client';
import { IsEnum, IsString } from 'class-validator';

const prisma = new PrismaClient();

class BoatDto {
  @IsString() name: string;
  @IsEnum(Flag) flag: Flag;
}

@Controller('boats')
class BoatController {
  @Get() all() {
    return prisma.boat.findMany({ include: { crew: true } });
  }
  @Post() moor(@Body() boat: BoatDto) {
    return prisma.boat.create({ data: boat });
  }
  // Of the other application's schema: nothing is known of it here.
  @Get('ropes') ropes() {
    return prisma.rope.findMany();
  }
}

@Module({ controllers: [BoatController] })
class PierModule {}

async function moor() {
  const pier = await NestFactory.create(PierModule);
  pier.useGlobalPipes(new ValidationPipe());
  await pier.listen(4600);
}
void moor();
