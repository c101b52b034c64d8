// Members that carry decorators of class-transformer only, patterns written as texts, and lists whose type says that there may be none.
import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Expose, Transform } from 'class-transformer';
import { IsArray, IsOptional, IsString, Matches } from 'class-validator';

class Loaf {
  @Expose() baked: string;
  @Transform(({ value }) => Number(value)) weight: number;
  @Expose() @Matches('^[a-z]{2,8}$') grain: string;
  @Matches('^[a-z]+-[0-9]+$', 'i') @Expose() batch: string;
  @Matches(/^\d+$/) shelf: string;
  @Expose() get label() { return `${this.grain} ${this.batch}`; }
  @IsArray() @IsOptional() seeds?: string[] | null;
  @IsArray() @IsOptional() flours?: string[] | number[];
  @IsArray() tins: string[] | null;
  @IsArray() @IsString({ each: true }) notes: string[];
}

@Controller('loaves')
class LoavesController {
  @Post('bare') bare(@Body() loaf: Loaf) { return { shelf: loaf.shelf }; }
  @Post('open') open(@Body(new ValidationPipe()) loaf: Loaf) { return { shelf: loaf.shelf }; }
  @Post('listed') listed(@Body(new ValidationPipe({ whitelist: true })) loaf: Loaf) { return { shelf: loaf.shelf }; }
  @Post('note') note(@Body() text: string) { return { length: text.length }; }
  @Post('note/first') first(@Body() text: string) { return { first: text.trim().split(' ')[0] }; }
}

@Module({ controllers: [LoavesController] }) class Loaves {}
void NestFactory.create(Loaves).then((app) => app.listen(4610));
