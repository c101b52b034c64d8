import { Body, Controller, Delete, Get, Injectable, Module, NotFoundException, Param, ParseIntPipe, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectDataSource, InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Column, DataSource, Entity, ManyToOne, PrimaryGeneratedColumn, Repository } from 'typeorm';

@Entity()
class Owner {
  @PrimaryGeneratedColumn() id: number;
  @Column() name: string;
}
@Entity()
class Dog {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column() call: string;
  @Column({ nullable: true }) chip: string;
  @Column({ select: false }) vetNotes: string;
  @ManyToOne(() => Owner) owner: Owner;
}

@Injectable()
class Dogs {
  constructor(@InjectRepository(Dog) private readonly dogs: Repository<Dog>, @InjectDataSource() private readonly source: DataSource) {}
  all() { return this.dogs.find({ relations: { owner: true } }); }
  async one(id: string) {
    const dog = await this.dogs.findOneBy({ id });
    if (!dog) throw new NotFoundException(`no dog ${id}`);
    return dog;
  }
  add(call: string) { return this.dogs.save(this.dogs.create({ call })); }
  async count() { const [list, total] = await this.source.getRepository(Owner).findAndCount(); return { list, total }; }
  async drop(id: string) { const { affected } = await this.dogs.delete(id); return { affected }; }
}

@Controller('dogs')
class DogsController {
  constructor(private readonly dogs: Dogs) {}
  @Get() all() { return this.dogs.all(); }
  @Get('owners') owners() { return this.dogs.count(); }
  @Get(':id') one(@Param('id') id: string) { return this.dogs.one(id); }
  @Post() add(@Body('call') call: string) { return this.dogs.add(call); }
  @Delete(':id') drop(@Param('id') id: string) { return this.dogs.drop(id); }
}

@Module({ imports: [TypeOrmModule.forRoot({ type: 'sqlite' }), TypeOrmModule.forFeature([Dog, Owner])], controllers: [DogsController], providers: [Dogs] })
class KennelModule {}

NestFactory.create(KennelModule).then((app) => app.listen(3000));
