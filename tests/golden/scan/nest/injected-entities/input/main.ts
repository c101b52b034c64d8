import { Body, Controller, Get, Injectable, Module, NotFoundException, Param, ParseIntPipe, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Entity, EntityRepository, ManyToOne, PrimaryKey, Property } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/mysql';
import { InjectRepository, MikroOrmModule } from '@mikro-orm/nestjs';

@Entity()
class Cabin {
  @PrimaryKey() id!: number;
  @Property() name!: string;
  @Property({ hidden: true }) alarm!: string;
}

class Stays extends EntityRepository<Stay> {
  async longest() { return this.findOne({ nights: 30 }, { populate: ['cabin'] }); }
}

@Entity({ repository: () => Stays })
class Stay {
  @PrimaryKey({ type: 'uuid' }) id!: string;
  @Property() nights!: number;
  @Property({ nullable: true }) guest?: string;
  @ManyToOne(() => Cabin) cabin!: Cabin;
}

@Injectable()
class Lodging {
  constructor(@InjectRepository(Cabin) private readonly cabins: EntityRepository<Cabin>, private readonly stays: Stays, private readonly em: EntityManager) {}
  all() { return this.cabins.findAll(); }
  async one(id: number) {
    const cabin = await this.cabins.findOne({ id });
    if (!cabin) throw new NotFoundException();
    return cabin;
  }
  longest() { return this.stays.longest(); }
  async book(cabin: number, nights: number) {
    const stay = this.em.create(Stay, { cabin: this.em.getReference(Cabin, cabin), nights });
    await this.em.persistAndFlush(stay);
    return stay;
  }
}

@Controller('cabins')
class Cabins {
  constructor(private readonly lodging: Lodging) {}
  @Get() all() { return this.lodging.all(); }
  @Get(':id') one(@Param('id', ParseIntPipe) id: number) { return this.lodging.one(id); }
  @Get('stays/longest') longest() { return this.lodging.longest(); }
  @Post(':id/stays') book(@Param('id', ParseIntPipe) id: number, @Body() body: { nights: number }) { return this.lodging.book(id, body.nights); }
}

@Module({ imports: [MikroOrmModule.forRoot(), MikroOrmModule.forFeature([Cabin, Stay])], controllers: [Cabins], providers: [Lodging] })
class Lodge {}

void NestFactory.create(Lodge).then((app) => app.listen(8080));
