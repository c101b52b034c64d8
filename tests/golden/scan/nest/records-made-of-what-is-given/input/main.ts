import { Body, Controller, Injectable, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { IsInt, IsString } from 'class-validator';
import { BaseEntity, Column, CreateDateColumn, Entity, ManyToOne, PrimaryGeneratedColumn, Repository } from 'typeorm';
import { Priced } from 'priced-entities';

abstract class Dated {
  @PrimaryGeneratedColumn() id: number;
  @CreateDateColumn() made: Date;
}
@Entity()
class Baker extends BaseEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column() name: string;
}
@Entity()
class Loaf extends Dated {
  @Column() flour: string;
  @Column() grams: number;
  @ManyToOne(() => Baker) baker: Baker;
}
// Nobody sees which columns it has besides.
@Entity()
class Bun extends Priced {
  @PrimaryGeneratedColumn() id: number;
  @Column() sesame: boolean;
}

class NewBaker {
  @IsString() name: string;
  @IsString() repeated: string;
}
class NewLoaf {
  @IsString() flour: string;
  @IsInt() grams: number;
  @IsInt() bakerId: number;
  @IsString() voucher: string;
}
class NewBun {
  @IsInt() price: number;
}

@Injectable()
class Bakery {
  constructor(
    @InjectRepository(Loaf) private readonly loaves: Repository<Loaf>,
    @InjectRepository(Baker) private readonly bakers: Repository<Baker>,
    @InjectRepository(Bun) private readonly buns: Repository<Bun>,
  ) {}
  bake({ bakerId, ...rest }: NewLoaf) {
    return this.loaves.save(this.loaves.create({ ...rest, baker: { id: bakerId } }));
  }
  async fill(given: NewLoaf[]) {
    const tray = this.loaves.create(given);
    await this.loaves.save(tray);
    return tray;
  }
  async hire(given: NewBaker) {
    const baker = this.bakers.create(given);
    await this.bakers.save(baker);
    return baker;
  }
  help(given: NewBaker) {
    return Baker.create({ ...given }).save();
  }
  lend(given: NewBaker) {
    // What is saved as it is keeps what it has.
    return this.bakers.save(given);
  }
  roll(given: NewBun) {
    return this.buns.save(this.buns.create({ ...given, sesame: true }));
  }
}

@Controller()
class Shop {
  constructor(private readonly bakery: Bakery) {}
  @Post('loaves') bake(@Body() given: NewLoaf) {
    return this.bakery.bake(given);
  }
  @Post('trays') fill(@Body() given: NewLoaf) {
    return this.bakery.fill([given]);
  }
  @Post('bakers') hire(@Body() given: NewBaker) {
    return this.bakery.hire(given);
  }
  @Post('helpers') help(@Body() given: NewBaker) {
    return this.bakery.help(given);
  }
  @Post('lent') lend(@Body() given: NewBaker) {
    return this.bakery.lend(given);
  }
  @Post('buns') roll(@Body() given: NewBun) {
    return this.bakery.roll(given);
  }
}

@Module({ imports: [TypeOrmModule.forFeature([Loaf, Baker, Bun])], controllers: [Shop], providers: [Bakery] })
class AppModule {}
const app = await NestFactory.create(AppModule);
await app.listen(3000);
