import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectModel, MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Model } from 'mongoose';

@Schema()
class Loan {
  @Prop({ required: true }) reader: string;
  @Prop({ default: Date.now }) takenAt: Date | null;
  @Prop() note: string | null;
  @Prop() fee: number | undefined;
  // Of two types none is meant.
  @Prop({ type: Object }) shelf: string | number;
}
const LoanSchema = SchemaFactory.createForClass(Loan);

@Controller('loans')
class LoanController {
  constructor(@InjectModel(Loan.name) private readonly loans: Model<Loan>) {}
  @Get()
  all() {
    return this.loans.find();
  }
}

@Module({ imports: [MongooseModule.forFeature([{ name: Loan.name, schema: LoanSchema }])], controllers: [LoanController] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
