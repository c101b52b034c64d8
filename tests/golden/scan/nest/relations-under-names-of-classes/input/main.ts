import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, Repository } from 'typeorm';

@Entity('sailings')
class Sailing {
  @PrimaryGeneratedColumn()
  id: number;
  @Column()
  port: string;
  // A class that is declared below.
  @OneToMany('Ticket', 'sailing')
  tickets: any[];
  // A class that nobody has.
  @OneToMany('Lifeboat', 'sailing')
  boats: any[];
}

@Entity('tickets')
class Ticket {
  @PrimaryGeneratedColumn('uuid')
  id: string;
  @Column({ nullable: true })
  seat: string;
  @ManyToOne('Sailing', 'tickets', { nullable: false })
  sailing: any;
}

@Controller()
class FerryController {
  constructor(
    @InjectRepository(Sailing) private readonly sailings: Repository<Sailing>,
    @InjectRepository(Ticket) private readonly tickets: Repository<Ticket>,
  ) {}
  @Get('sailings')
  all() {
    return this.sailings.find({ relations: { tickets: true } });
  }
  @Get('boats')
  boats() {
    return this.sailings.find({ relations: ['boats'] });
  }
  @Get('tickets')
  sold() {
    return this.tickets.createQueryBuilder('t').leftJoinAndSelect('t.sailing', 's').getMany();
  }
}

@Module({ imports: [TypeOrmModule.forFeature([Sailing, Ticket])], controllers: [FerryController] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
