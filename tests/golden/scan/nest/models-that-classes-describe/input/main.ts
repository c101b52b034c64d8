import { Body, Controller, Delete, Get, Module, NotFoundException, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectModel as InjectDocuments, MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { InjectModel, TypegooseModule } from 'nestjs-typegoose';
import { buildSchema, modelOptions, prop, Ref } from '@typegoose/typegoose';
import { ModelType } from '@typegoose/typegoose/lib/types';
import { TimeStamps } from '@typegoose/typegoose/lib/defaultClasses';
import { Model, Types } from 'mongoose';

const withoutSecrets = () => ({ toJSON: { transform: (_doc: unknown, ret: any) => { ret.id = ret._id; delete ret._id; delete ret.__v; } } });

class Gardener {
  @prop() name: string;
}
@modelOptions({ schemaOptions: withoutSecrets() })
class Tree extends TimeStamps {
  @prop({ required: true }) kind: string;
  @prop({ type: [Number] }) rings: number[];
  @prop({ ref: () => Gardener, type: Types.ObjectId }) gardener: Types.ObjectId;
  @prop({ ref: () => Gardener }) helpers: Ref<Gardener>[];
  @prop() secret: string;
}
class Basket {
  @prop({ required: true }) litres: number;
}

// Beside it: what the framework's own decorators say of types.
@Schema({ _id: false })
class Leaf {
  @Prop({ required: true }) colour: string;
}
@Schema()
class Bush {
  @Prop({ type: Leaf }) leaf: Leaf;
  @Prop({ type: () => [Leaf] }) leaves: Leaf[];
  @Prop({ type: [Leaf], default: [] }) fallen: Leaf[];
  @Prop({ ref: 'Gardener' }) gardener: Types.ObjectId;
  @Prop({ required: true }) notes: unknown;
  @Prop({ type: String }) tags: string;
}
const BushSchema = SchemaFactory.createForClass(Bush);

@Controller('trees')
class TreeController {
  constructor(@InjectModel(Tree) private readonly trees: ModelType<Tree>, @InjectModel(Gardener) private readonly gardeners: ModelType<Gardener>) {}
  @Get() all() { return this.trees.find({}, { secret: 0 }); }
  @Get(':id') async one(@Param('id') id: string) {
    const tree = await this.trees.findById(id).populate('gardener helpers');
    if (!tree) throw new NotFoundException();
    return tree;
  }
  @Post() async add(@Body() body: { kind: string; rings: number[] }) {
    const tree = await this.trees.create({ kind: body.kind, rings: body.rings });
    return { id: tree.id, kind: tree.kind };
  }
  @Delete(':id') remove(@Param('id') id: string) { return this.trees.findByIdAndDelete(id); }
  @Get('of/:name') gardener(@Param('name') name: string) { return this.gardeners.findOne({ name }); }
}
@Controller()
class OtherController {
  constructor(@InjectDocuments(Basket.name) private readonly baskets: Model<Basket>, @InjectDocuments(Bush.name) private readonly bushes: Model<Bush>) {}
  @Get('baskets') baskets_() { return this.baskets.find().lean(); }
  @Get('bushes') bushes_() { return this.bushes.find().lean(); }
}

@Module({
  imports: [
    TypegooseModule.forRoot('mongodb://x/y'),
    TypegooseModule.forFeature([Gardener, { typegooseClass: Tree, schemaOptions: { collection: 'trees' } }]),
    MongooseModule.forFeature([{ name: Basket.name, schema: buildSchema(Basket) }, { name: Bush.name, schema: BushSchema }]),
  ],
  controllers: [TreeController, OtherController],
})
class OrchardModule {}

NestFactory.create(OrchardModule).then((app) => app.listen(3000));
