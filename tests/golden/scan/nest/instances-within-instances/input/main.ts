import { ClassSerializerInterceptor, Controller, Get, Module, SerializeOptions } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { InjectRepository } from '@nestjs/typeorm';
import { Exclude, Expose, plainToClass, plainToInstance, Type } from 'class-transformer';
import { Column, Entity, PrimaryGeneratedColumn, Repository } from 'typeorm';

@Entity()
class Pear {
  @PrimaryGeneratedColumn() id: number;
  @Column() @Expose() sort: string;
  @Column() price: number;
}

class PearView {
  id: number;
  @Exclude() price: number;
  sort: string;
}
class Shelf {
  @Type(() => PearView) pears: PearView[];
  @Exclude() keeper: string;
  place: string;
}

@Controller('pears')
class PearController {
  constructor(@InjectRepository(Pear) private readonly pears: Repository<Pear>) {}

  // A plain object has no class that could leave anything out; what a class does not expose is left out.
  @Get('wrapped') @SerializeOptions({ excludeExtraneousValues: true }) async wrapped() { return { data: { pears: await this.pears.find() }, note: 'fresh' }; }
  @Get('none') @SerializeOptions({ strategy: 'excludeAll' }) none() { return { data: 1 }; }
  // What a class names a type for becomes an instance of that.
  @Get('shelf') async shelf() { return plainToClass(Shelf, { pears: await this.pears.find(), keeper: 'us', place: 'north' }); }
  @Get('shelves') async shelves() { return plainToInstance(Shelf, [{ pears: await this.pears.find(), keeper: 'us', place: 'north' }]); }
}

@Module({ controllers: [PearController] })
class AppModule {}

async function start() {
  const app = await NestFactory.create(AppModule);
  app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)));
  await app.listen(3000);
}
start();
