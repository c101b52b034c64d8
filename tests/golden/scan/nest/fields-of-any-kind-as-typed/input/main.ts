import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectModel, MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose, { Model } from 'mongoose';

interface Walk {
  minutes: number;
  with?: string;
}

class Visit {
  vet: string;
  fee: number;
}

@Schema()
class Dog {
  @Prop({ type: Object, required: true }) owner: { name: string; phone?: string };
  @Prop({ type: Array, default: [] }) walks: Walk[];
  @Prop({ type: mongoose.Schema.Types.Mixed }) chip: { code: string };
  @Prop([Object]) meals: { at: string }[];
  @Prop({ type: [Object] }) visits: Visit[];
  @Prop([Object]) shots: Visit[];
  @Prop(Object) tag: { number: string };
  @Prop([mongoose.Schema.Types.Mixed]) litters: { born: number }[];
  // Nothing is said of these.
  @Prop([Object]) toys: any[];
  @Prop({ type: Object }) notes: any;
  @Prop({ type: Object }) extra: Record<string, unknown>;
  // What the schema says counts.
  @Prop({ type: [String] }) names: { first: string }[];
}
const DogSchema = SchemaFactory.createForClass(Dog);

@Controller('dogs')
class DogController {
  constructor(@InjectModel(Dog.name) private readonly dogs: Model<Dog>) {}
  @Get()
  all() {
    return this.dogs.find();
  }
}

@Module({ imports: [MongooseModule.forFeature([{ name: Dog.name, schema: DogSchema }])], controllers: [DogController] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
