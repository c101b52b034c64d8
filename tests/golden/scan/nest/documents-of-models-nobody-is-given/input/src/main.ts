import { Controller, Get, Injectable, Module, NotFoundException, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectModel, MongooseModule } from '@nestjs/mongoose';
import { Model } from 'mongoose';
import { Bed, BedSchema, Gardener, GardenerSchema, Plant, PlantSchema } from './schemas';

@Injectable()
class Beds {
  // Of the three models only this one is given to anything.
  constructor(@InjectModel(Bed.name) private readonly beds: Model<Bed>) {}

  async find(id: string) {
    const bed = await this.beds.findById(id).populate('rows.plant').populate({ path: 'wishes.plant', select: 'sort' }).populate('keeper guest').exec();
    if (!bed) throw new NotFoundException();
    return bed;
  }

  async price(id: string) {
    const bed = await this.beds.findById(id).populate<{ rows: { plant: Plant; count: number }[] }>('rows.plant');
    if (!bed) throw new NotFoundException();
    if (bed.rows.some(({ plant }) => plant.price > 100)) return { isDear: true };
    return { isDear: false, sorts: bed.rows.map(({ plant }) => plant.sort) };
  }
}

@Controller('beds')
class BedsController {
  constructor(private readonly beds: Beds) {}

  @Get(':id')
  one(@Param('id') id: string) {
    return this.beds.find(id);
  }

  @Get(':id/price')
  price(@Param('id') id: string) {
    return this.beds.price(id);
  }
}

@Module({
  imports: [
    MongooseModule.forRoot('mongodb://localhost/nursery'),
    MongooseModule.forFeature([
      { name: Bed.name, schema: BedSchema },
      { name: Plant.name, schema: PlantSchema },
    ]),
    MongooseModule.forFeatureAsync([{ name: Gardener.name, useFactory: () => GardenerSchema }]),
  ],
  controllers: [BedsController],
  providers: [Beds],
})
class AppModule {}

NestFactory.create(AppModule).then((app) => app.listen(3000));
