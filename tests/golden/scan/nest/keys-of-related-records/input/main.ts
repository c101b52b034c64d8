import { Controller, ForbiddenException, Get, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, Repository } from 'typeorm';

@Entity()
class Fleet {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column() name: string;
}
@Entity()
class Captain {
  @PrimaryGeneratedColumn() id: number;
  @Column() name: string;
  @ManyToOne(() => Fleet) fleet: Fleet;
  @OneToMany(() => Voyage, (voyage) => voyage.captain) voyages: Voyage[];
}
@Entity()
class Voyage {
  @PrimaryGeneratedColumn() id: number;
  @ManyToOne(() => Captain, (captain) => captain.voyages) captain: Captain;
}

@Controller('captains')
class CaptainController {
  constructor(@InjectRepository(Captain) private readonly captains: Repository<Captain>) {}
  @Get()
  all() {
    return this.captains.find({ loadRelationIds: true });
  }
  @Get(':id/fleet')
  async fleet(@Param('id') id: string) {
    const captain = await this.captains.findOne({ where: { id: +id }, loadRelationIds: true });
    if (!captain.fleet) throw new ForbiddenException('No fleet');
    return { fleet: captain.fleet };
  }
  // Nobody asks for the fleet here.
  @Get(':id')
  async one(@Param('id') id: string) {
    const captain = await this.captains.findOne({ where: { id: +id } });
    return { name: captain.name, fleet: captain.fleet };
  }
}

@Module({ imports: [TypeOrmModule.forFeature([Captain, Fleet, Voyage])], controllers: [CaptainController] })
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
