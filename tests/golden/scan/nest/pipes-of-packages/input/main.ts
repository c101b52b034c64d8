// A pipe of a package that is called a validation of classes demands what the validators of a class say, and answers 400 with an error of its own.
import { Body, Controller, Module, Post, UsePipes } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { I18nValidationPipe } from 'nestjs-i18n';
import { TrimPipe } from '@acme/pipes';
import { IsInt, IsOptional, IsString } from 'class-validator';

class Barrel {
  @IsString() name: string;
  @IsInt() @IsOptional() litres?: number;
  note: string;
}
class Unchecked {
  name: string;
}

@Controller('barrels')
class Barrels {
  @Post('made')
  @UsePipes(new I18nValidationPipe({ whitelist: true }))
  made(@Body() barrel: Barrel) {
    return barrel;
  }

  @Post('class')
  @UsePipes(I18nValidationPipe)
  byClass(@Body() barrel: Barrel) {
    return barrel;
  }

  @Post('unchecked')
  @UsePipes(new I18nValidationPipe())
  unchecked(@Body() barrel: Unchecked) {
    return { name: barrel.name };
  }

  @Post('trimmed')
  @UsePipes(new TrimPipe())
  trimmed(@Body() barrel: Barrel) {
    return { name: barrel.name };
  }
}

@Module({ controllers: [Barrels] })
class Cellar {}

void NestFactory.create(Cellar).then((server) => server.listen(3000));
