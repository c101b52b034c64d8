import { Controller, Get, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Embeddable, Embedded, Entity, EntityManager, PrimaryKey, Property } from '@mikro-orm/core';

@Embeddable()
class Mark {
  @Property() bearing: string;
  constructor({ bearing }: { bearing: string }) {
    this.bearing = bearing;
  }
}

/** What its field holds depends on what its constructor is given. */
@Entity()
class Chart {
  @PrimaryKey() id!: number;
  @Property() title!: string;
  @Embedded(() => Mark, { array: true }) marks: Mark[];
  constructor(given: { marks?: Mark[] }) {
    this.marks = given.marks ? given.marks.map((mark) => new Mark(mark)) : [];
  }
}

@Controller('charts')
class ChartController {
  constructor(private readonly em: EntityManager) {}
  @Get(':id')
  async one(@Param('id') id: string) {
    const chart = await this.em.findOneOrFail(Chart, { id: Number(id) });
    return { id: chart.id, title: chart.title };
  }
}

@Module({ controllers: [ChartController] })
class ChartModule {}
void NestFactory.create(ChartModule).then((table) => table.listen(3000));
