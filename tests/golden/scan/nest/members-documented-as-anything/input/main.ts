import { Controller, Get, Injectable, Module, NotFoundException, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { PrismaClient } from '@prisma/client';
import { I18nService } from 'nestjs-i18n';
import { weigh } from 'scales';

class SackDto {
  @ApiProperty() id: string;
  @ApiProperty() grain: any;
  @ApiProperty() weight: number;
  @ApiProperty() note: any;
  @ApiProperty() measured: any;
  @ApiProperty() extra: any;
  // A list of nobody says what; the second one nobody knows.
  @ApiProperty({ type: 'array' }) tags: any;
  @ApiProperty({ type: 'array' }) marks: any;
}
class SacksDto {
  @ApiProperty({ type: [SackDto] }) sacks: SackDto[];
  @ApiProperty() message: string;
}

@Injectable()
class Sacks {
  constructor(private readonly prisma: PrismaClient, private readonly words: I18nService) {}
  private shown(sack: any) {
    // What only run time knows stays what the documentation says, as does what it says of its own.
    return { ...sack, weight: String(sack.weight), measured: weigh(sack), tags: [{ colour: 'red' }], marks: weigh.marks(), parts: weigh.parts };
  }
  async one(id: string) {
    const sack = await this.prisma.sack.findUnique({ where: { id } });
    if (!sack) throw new NotFoundException(this.words.t('sacks.none'));
    return this.shown(sack);
  }
  async all() {
    return { sacks: (await this.prisma.sack.findMany()).map((sack) => this.shown(sack)), message: weigh.text };
  }
  async told() {
    return { said: await this.words.translate('sacks.told'), count: await this.prisma.sack.count() };
  }
}

@Controller('sacks')
class SacksController {
  constructor(private readonly sacks: Sacks) {}
  @Get()
  @ApiOkResponse({ type: SacksDto })
  all() {
    return this.sacks.all();
  }
  @Get('told')
  told() {
    return this.sacks.told();
  }
  @Get(':id')
  @ApiOkResponse({ type: SackDto })
  one(@Param('id') id: string) {
    return this.sacks.one(id);
  }
}

@Module({ controllers: [SacksController], providers: [Sacks, PrismaClient, I18nService] })
class Mill {}
NestFactory.create(Mill).then((app) => app.listen(3000));
