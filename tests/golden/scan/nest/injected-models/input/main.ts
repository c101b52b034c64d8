import { Body, Controller, Get, Inject, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { getConnectionToken, InjectConnection, InjectModel, MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { InjectModel as InjectTable, SequelizeModule } from '@nestjs/sequelize';
import { Connection, Model as Documents, Schema as MongooseSchema, Types } from 'mongoose';
import { AllowNull, Column, Model, PrimaryKey, Table } from 'sequelize-typescript';

@Schema({ _id: false })
class Shoe {
  @Prop() size: number;
}
enum Gait { Walk = 'walk', Trot = 'trot' }
const Temper = { Calm: 'calm', Hot: 'hot' } as const;
type Temper = (typeof Temper)[keyof typeof Temper];
enum Grade { Low, High }
@Schema({ timestamps: true })
class Horse {
  // What an enum allows is no record of paths: the type of the property is that of its values.
  @Prop({ enum: Gait, default: Gait.Walk }) gait: Gait;
  @Prop({ enum: Gait }) gaits: Gait[];
  @Prop({ required: true, enum: Temper, validate: { message: 'no', validator: (given: string) => given !== 'wild' } }) temper: Temper;
  @Prop({ enum: Grade }) grade: Grade;
  @Prop({ required: true }) name: string;
  @Prop() hands: number;
  @Prop([String]) colours: string[];
  @Prop({ type: Types.ObjectId, ref: 'Horse' }) sire: Types.ObjectId;
  @Prop({ type: Date }) foaled: Date;
  @Prop({ type: [SchemaFactory.createForClass(Shoe)] }) shoes: Shoe[];
}
const HorseSchema = SchemaFactory.createForClass(Horse);

@Table
class Saddle extends Model {
  @PrimaryKey @Column declare id: number;
  @AllowNull(false) @Column declare maker: string;
}

@Controller()
class StableController {
  constructor(@InjectModel(Horse.name) private readonly horses: Documents<Horse>, @InjectTable(Saddle) private readonly saddles: typeof Saddle) {}
  @Get('horses') all() { return this.horses.find().exec(); }
  @Get('horses/:id') one(@Param('id') id: string) { return this.horses.findById(id); }
  @Post('horses') add(@Body() body: { name: string; hands: number }) { return new this.horses({ name: body.name, hands: body.hands }).save(); }
  @Get('saddles') saddlesOfAll() { return this.saddles.findAll(); }
}

// Models that are asked of the connection itself, by who is given it.
@Schema()
class Groom {
  @Prop({ required: true }) name: string;
  @Prop() wage: number;
}
const GroomSchema = SchemaFactory.createForClass(Groom);
class Grooms {
  constructor(private readonly grooms: Documents<Groom>) {}
  byId(id: string) { return this.grooms.findById(id).orFail(); }
}
@Controller('yard')
class YardController {
  constructor(@InjectConnection() private readonly connection: Connection, @Inject('GROOMS') private readonly grooms: Grooms) {}
  @Get('horses') all() { return this.connection.model('Horse').find().select('name hands').lean(); }
  @Get('carts') carts() { return this.connection.model('Cart', new MongooseSchema({ wheels: Number })).find(); }
  @Get('grooms/:id') groom(@Param('id') id: string) { return this.grooms.byId(id); }
}
const grooms = { provide: 'GROOMS', useFactory: async (connection: Connection) => new Grooms(connection.model(Groom.name, GroomSchema)), inject: [getConnectionToken('staff')] };

@Module({ imports: [MongooseModule.forRoot('mongodb://x/y'), MongooseModule.forRootAsync({ connectionName: 'staff', useFactory: () => ({ uri: 'mongodb://x/z' }) }), MongooseModule.forFeature([{ name: Horse.name, schema: HorseSchema }]), SequelizeModule.forFeature([Saddle])], controllers: [StableController, YardController], providers: [grooms] })
class StableModule {}

NestFactory.create(StableModule).then((app) => app.listen(3000));
