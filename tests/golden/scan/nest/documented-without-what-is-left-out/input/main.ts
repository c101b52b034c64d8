import { Body, ClassSerializerInterceptor, Controller, Get, Module, Post, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiCreatedResponse, ApiOkResponse, ApiProperty, OmitType } from '@nestjs/swagger';
import { Exclude } from 'class-transformer';
import { IsString } from 'class-validator';

abstract class Register {
  abstract find(): Promise<unknown>;
}

class Lodger {
  @ApiProperty()
  id: number;

  @ApiProperty()
  name: string;

  @Exclude({ toPlainOnly: true })
  secret?: string;

  // It matters when objects are made only.
  @Exclude({ toClassOnly: true })
  room?: string;
}

class Lease {
  @ApiProperty({ type: () => Lodger })
  lodger: Lodger;

  @ApiProperty()
  months: number;
}

class Neighbour extends OmitType(Lodger, ['room'] as const) {}

class NewLodger {
  @IsString()
  name: string;

  @IsString()
  @Exclude({ toPlainOnly: true })
  secret: string;
}

@Controller('lodgers')
@UseInterceptors(ClassSerializerInterceptor)
class LodgersController {
  constructor(private readonly register: Register) {}

  @Get('me')
  @ApiOkResponse({ type: Lodger })
  me() {
    return this.register.find();
  }

  @Get('lease')
  @ApiOkResponse({ type: Lease })
  lease() {
    return this.register.find();
  }

  @Get('neighbours')
  @ApiOkResponse({ type: [Neighbour] })
  neighbours() {
    return this.register.find();
  }

  @Post()
  @ApiCreatedResponse({ type: Lodger })
  arrive(@Body() body: NewLodger) {
    void body;
    return this.register.find();
  }
}

@Module({ controllers: [LodgersController], providers: [{ provide: Register, useFactory: () => loadRegister() }] })
class LodgersModule {}

declare function loadRegister(): Register;

async function open() {
  const app = await NestFactory.create(LodgersModule);
  await app.listen(3000);
}
void open();
