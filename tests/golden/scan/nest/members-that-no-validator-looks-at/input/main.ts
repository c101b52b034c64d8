// Members of a class that no validator looks at: a ValidationPipe lets them be missing, and takes them out, or refuses them, where it lists what is allowed.
import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, IsString, registerDecorator, ValidateNested } from 'class-validator';
import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { IsPostcode } from 'validators-of-somebody';

/** A validator of the program. */
function IsKnot() {
  return (object: object, propertyName: string) => {
    registerDecorator({ name: 'isKnot', target: object.constructor, propertyName, validator: { validate: () => true } });
  };
}

class Inner { @IsString() colour: string; shade: string; }
class Plain { colour: string; }

class Rope {
  @IsString() name: string;
  note: string;
  @ApiProperty() documented: string;
  @IsKnot() knot: string;
  @IsPostcode() postcode: string;
  @IsOptional() spare: string;
  @ValidateNested() @Type(() => Inner) inner: Inner;
}
/** Decorators of a database are no validators. */
@Entity()
class Coil {
  @PrimaryGeneratedColumn() id: number;
  @Column() @Index() length: number;
  @Column() @IsString() fibre: string;
  @ManyToOne(() => Coil) parent: Coil;
}

@Controller('ropes')
class RopesController {
  @Post('bare') bare(@Body() rope: Rope) { return { name: rope.name }; }
  @Post('open') open(@Body(new ValidationPipe()) rope: Rope) { return { name: rope.name }; }
  @Post('listed') listed(@Body(new ValidationPipe({ whitelist: true })) rope: Rope) { return rope; }
  @Post('refused') refused(@Body(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true })) rope: Rope) { return { name: rope.name }; }
  @Post('spared') spared(@Body(new ValidationPipe({ whitelist: true, skipMissingProperties: true })) rope: Rope) { return { name: rope.name }; }
  @Post('coils') coil(@Body(new ValidationPipe()) coil: Coil) { return { fibre: coil.fibre }; }
  @Post('unchecked') unchecked(@Body(new ValidationPipe()) plain: Plain) { return { colour: plain.colour }; }
}

@Module({ controllers: [RopesController] }) class Ropes {}
void NestFactory.create(Ropes).then((app) => app.listen(4600));
