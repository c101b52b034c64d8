import { Controller, Get, GoneException, Module, NotFoundException, Param, ParseIntPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { AfterLoad, BaseEntity, Column, Entity, ManyToOne, PrimaryGeneratedColumn, Repository } from 'typeorm';

const stamp = (bell: Bell) => ({ id: bell.id, tone: bell.tone });

abstract class Cast extends BaseEntity {
  abstract mark: ((bell: Bell) => { id: number; tone: string }) | null;
  metal = 'bronze';
  marked(this: Bell) {
    if (!this.mark) throw new TypeError('no mark');
    return this.mark(this);
  }
}
@Entity()
class Tower {
  kind = 'tower';
  @PrimaryGeneratedColumn() id: number;
  describe() { return { kind: this.kind, id: this.id }; }
}
// TypeORM makes records by `new`, so the fields that are no columns are there; a column is what was stored.
@Entity()
class Bell extends Cast {
  mark = stamp;
  @PrimaryGeneratedColumn() id: number;
  @Column() tone: string;
  @Column({ nullable: true }) hung: string = 'not yet';
  @Column({ type: 'timestamptz', nullable: true }) until: Date | null;
  @ManyToOne(() => Tower, { nullable: false }) tower: Tower;
  isOver = false;
  constructor(tone?: string) {
    super();
    if (tone) this.tone = tone;
  }
  @AfterLoad() look() { this.isOver = this.until !== null && this.until < new Date(); }
}

@Controller('bells')
class BellsController {
  constructor(@InjectRepository(Bell) private readonly bells: Repository<Bell>) {}
  @Get() async all() { return (await this.bells.find()).map((bell) => bell.marked()); }
  @Get('whole') whole() { return this.bells.find(); }
  @Get('fresh') fresh() { return this.bells.create({ tone: 'a' }).marked(); }
  @Get('built') built() { return this.bells.createQueryBuilder('bell').getMany(); }
  @Get('record') async record() { return (await Bell.findOneByOrFail({ id: 1 })).marked(); }
  @Get(':id/tower') async tower(@Param('id', ParseIntPipe) id: number) {
    const bell = await this.bells.findOneOrFail({ where: { id }, relations: { tower: true } });
    return bell.tower.describe();
  }
  @Get(':id') async one(@Param('id', ParseIntPipe) id: number) {
    const bell = await this.bells.findOneBy({ id });
    if (!bell) throw new NotFoundException();
    if (bell.metal !== 'bronze') throw new Error('never');
    if (bell.isOver) throw new GoneException();
    return { id: bell.id, metal: bell.metal, hung: bell.hung };
  }
}

@Module({ imports: [TypeOrmModule.forRoot({ type: 'sqlite' }), TypeOrmModule.forFeature([Bell, Tower])], controllers: [BellsController] })
class FoundryModule {}

NestFactory.create(FoundryModule).then((app) => app.listen(3000));
