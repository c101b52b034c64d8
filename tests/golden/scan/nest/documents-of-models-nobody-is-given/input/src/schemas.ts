import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose, { Types } from 'mongoose';

const { ObjectId } = mongoose.Schema.Types;

@Schema({ versionKey: false })
export class Plant {
  @Prop({ required: true }) sort: string;
  @Prop({ required: true }) price: number;
}
export const PlantSchema = SchemaFactory.createForClass(Plant);

@Schema({ versionKey: false })
export class Gardener {
  @Prop({ required: true }) name: string;
}
export const GardenerSchema = SchemaFactory.createForClass(Gardener);

@Schema({ _id: false })
export class Row {
  @Prop({ type: ObjectId, ref: Plant.name, required: true }) plant: Plant;
  @Prop({ required: true }) count: number;
}
export const RowSchema = SchemaFactory.createForClass(Row);

@Schema({ versionKey: false })
export class Bed {
  @Prop({ type: [RowSchema] }) rows: Row[];
  @Prop({ type: [{ plant: { type: Types.ObjectId, ref: 'Plant' }, note: String, _id: false }] }) wishes: { plant: Types.ObjectId; note: string }[];
  @Prop({ type: ObjectId, ref: 'Gardener', required: true }) keeper: Gardener;
  // Nobody makes a model of that name.
  @Prop({ type: ObjectId, ref: 'Visitor', required: true }) guest: string;
}
export const BedSchema = SchemaFactory.createForClass(Bed);
