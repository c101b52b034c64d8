import { Body, Controller, Get, Module, NotFoundException, Param, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectModel, MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ApiProperty, ApiResponse } from '@nestjs/swagger';
import { IsIn, Length, Min } from 'class-validator';
import mongoose, { Model } from 'mongoose';

@Schema()
class Weaver { @ApiProperty() @Prop({ required: true }) name: string; @ApiProperty() @Prop() born?: number }
@Schema({ timestamps: true })
class Cloth {
  @ApiProperty() @Prop({ required: true }) colour: string;
  @ApiProperty({ type: Weaver }) @Prop({ type: mongoose.Schema.Types.ObjectId, ref: Weaver.name, required: true }) weaver: Weaver;
}
class NewCloth { @ApiProperty() colour: string; @ApiProperty() weaver: string }
// What validators refuse is known by them; what they leave open the documentation says.
class Bolt {
  @ApiProperty({ minLength: 8, maxLength: 90 }) @Length(2, 60) label: string;
  @ApiProperty({ minimum: 5, maximum: 7 }) @Min(1) width: number;
  @ApiProperty({ enum: ['silk'] }) @IsIn(['silk', 'wool']) stuff: string;
}
class Measured { @ApiProperty() width: number; @ApiProperty() unit: string }

@Controller('cloths')
class ClothController {
  constructor(@InjectModel(Cloth.name) private readonly cloths: Model<Cloth>) {}
  // What is sent names the weaver; the documentation shows one.
  @Get() @ApiResponse({ status: 200, type: [Cloth] }) all(): Promise<Cloth[]> { return this.cloths.find().exec(); }
  @Get(':id') @ApiResponse({ status: 200, type: Cloth }) async one(@Param('id') id: string): Promise<Cloth> { const cloth = await this.cloths.findById(id).exec(); if (!cloth) throw new NotFoundException(); return cloth; }
  @Post() @ApiResponse({ status: 201, type: Cloth }) create(@Body() cloth: NewCloth): Promise<Cloth> { return new this.cloths(cloth).save(); }
  // Several refusals are told apart by what stands behind the point; Node sends none of it.
  @Post('bolts') @ApiResponse({ status: 400.01, description: 'No label' }) @ApiResponse({ status: 400.02, description: 'Too narrow' }) bolt(@Body() bolt: Bolt) { return { label: bolt.label }; }
  // Nobody knows what this sends: the documentation does.
  @Get(':id/width') @ApiResponse({ status: 200, type: Measured }) async width(@Param('id') id: string) { return (await fetch(`http://rule/${id}`)).json(); }
}
@Module({ imports: [MongooseModule.forRoot('mongodb://x'), MongooseModule.forFeature([{ name: Cloth.name, schema: SchemaFactory.createForClass(Cloth) }, { name: Weaver.name, schema: SchemaFactory.createForClass(Weaver) }])], controllers: [ClothController] })
class AppModule {}
void NestFactory.create(AppModule).then((app) => app.useGlobalPipes(new ValidationPipe()).listen(3000));
