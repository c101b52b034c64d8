import { Controller, forwardRef, Get, Inject, Injectable, Module, NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryGeneratedColumn, Repository } from 'typeorm';

@Entity()
class Skiff {
  @PrimaryGeneratedColumn() id: number;
  @Column() name: string;
}

@Injectable()
class Moorings {
  @InjectRepository(Skiff) private readonly skiffs: Repository<Skiff>;
  all() { return this.skiffs.find(); }
  async one(id: number) {
    const found = await this.skiffs.findOneBy({ id });
    if (!found) throw new NotFoundException('no such skiff');
    return found;
  }
}

abstract class Base {
  // By its type, in a base class, and private.
  @Inject() private readonly moorings: Moorings;
  protected listed() { return this.moorings.all(); }
}

@Controller('skiffs')
class SkiffsController extends Base {
  @Inject(forwardRef(() => Moorings)) private readonly own: Moorings;
  @Inject('TIDE') private readonly tide: { level(): number };

  @Get() list() { return this.listed(); }
  @Get('first') first() { return this.own.one(1); }
  @Get('tide') read() { return { level: this.tide.level() }; }
}

@Module({ controllers: [SkiffsController], providers: [Moorings, { provide: 'TIDE', useValue: { level: () => 4 } }] }) class QuayModule {}

void NestFactory.create(QuayModule).then((quay) => quay.listen(1));
