import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsDefined, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';

class Seam {
  @IsInt() depth: number;
  @IsDefined() @IsString() stone: string;
}

class Quarry {
  @IsString() name: string;
  @IsDefined() @IsInt() steps: number;
  @IsDefined() @IsOptional() @IsString() owner: string;
  // Validators look at one object as they look at each of several.
  @ValidateNested({ each: true }) @Type(() => Seam) first: Seam;
  @ValidateNested({ each: true }) @Type(() => Seam) all: Seam[];
}

/** Nobody checks it: its types say what is needed. */
class Cart { load: number; note?: string }

const sparing = new ValidationPipe({ skipMissingProperties: true });

@Controller('quarries')
class QuarryController {
  @Post('spared') spared(@Body(sparing) quarry: Quarry) { return { name: quarry.name }; }
  @Post('unset') unset(@Body(new ValidationPipe({ skipUndefinedProperties: true, whitelist: true })) quarry: Quarry) { return { name: quarry.name }; }
  // A null that is left alone is there.
  @Post('nulls') nulls(@Body(new ValidationPipe({ skipNullProperties: true })) quarry: Quarry) { return { name: quarry.name }; }
  @Post('strict') strict(@Body(new ValidationPipe({ skipMissingProperties: false })) quarry: Quarry) { return { name: quarry.name }; }
  @Post('carts') cart(@Body(sparing) cart: Cart) { return { load: cart.load }; }
}

@Module({ controllers: [QuarryController] })
class AppModule {}

NestFactory.create(AppModule).then((app) => app.listen(3000));
