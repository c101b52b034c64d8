import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiProperty } from '@nestjs/swagger';
import { IsObject, IsOptional, IsString } from 'class-validator';

class Spot {
  @ApiProperty({ type: String, required: false }) kind: string;
  @ApiProperty({ type: [Number], required: false }) coordinates: number[];
}

class Soil {
  name: string;
  layers: number[];
}

/** `@IsObject()` says that it is one, and the class which: nobody validates its members. */
class TreeDto {
  @IsString() name: string;
  @ApiProperty({ type: Spot, required: false }) @IsOptional() @IsObject() spot: Spot;
  @IsObject() soil: Soil;
  // Of these it is all that is said.
  @IsObject() notes: Record<string, unknown>;
  @IsObject() rest: object;
}

@Controller('trees')
class TreesController {
  @Post()
  plant(@Body() tree: TreeDto) {
    return { planted: tree.name };
  }
}

@Module({ controllers: [TreesController] })
class OrchardModule {}

async function start(): Promise<void> {
  const app = await NestFactory.create(OrchardModule);
  app.useGlobalPipes(new ValidationPipe());
  await app.listen(3000);
}
void start();
