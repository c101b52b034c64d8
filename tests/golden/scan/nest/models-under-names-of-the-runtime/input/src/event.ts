import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

@Schema()
export class Event {
  @Prop({ required: true }) title: string;
  @Prop({ required: true }) starts: Date;
}
export const EventSchema = SchemaFactory.createForClass(Event);

@Schema()
export class Hymn {
  @Prop({ required: true }) number: number;
}
export const HymnSchema = SchemaFactory.createForClass(Hymn);
