import { Controller, Get, Injectable, Module, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { FilterOperator, Paginate, paginate, type Paginated, type PaginateQuery } from 'nestjs-paginate';
import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, Repository } from 'typeorm';

@Entity()
class Collector {
  @PrimaryGeneratedColumn() id: number;
  @Column() name: string;
}
@Entity()
class Sheet {
  @PrimaryGeneratedColumn() id: number;
  @Column() species: string;
  @ManyToOne(() => Collector) collector: Collector;
}

@Injectable()
class SheetService {
  constructor(@InjectRepository(Sheet) private readonly sheets: Repository<Sheet>) {}

  page(query: PaginateQuery): Promise<Paginated<Sheet>> {
    return paginate(query, this.sheets, { sortableColumns: ['id'], relations: ['collector'] });
  }
  // The configuration says which columns may be asked for.
  searched(query: PaginateQuery): Promise<Paginated<Sheet>> {
    return paginate(query, this.sheets, {
      sortableColumns: ['id', 'species'],
      searchableColumns: ['species'],
      select: ['id', 'species'],
      filterableColumns: { species: [FilterOperator.EQ], 'collector.name': true },
    });
  }
  async built(query: PaginateQuery) {
    if (!query.path) throw new Error('No path');
    const page = await paginate(query, this.sheets.createQueryBuilder('sheet').where('sheet.species IS NOT NULL'), { sortableColumns: ['id'] });
    return { sheets: page.data.map(({ species }) => species), pages: page.meta.totalPages };
  }
}

@Controller('sheets')
class SheetController {
  constructor(private readonly service: SheetService) {}
  @Get() all(@Paginate() query: PaginateQuery) {
    return this.service.page(query);
  }
  @Get('searched') searched(@Paginate() query: PaginateQuery) {
    return this.service.searched(query);
  }
  @Get('species') species(@Paginate() query: PaginateQuery) {
    return this.service.built(query);
  }
  // No page of the package.
  @Get('first') first(@Query('page') page: string) {
    return { page };
  }
}

@Module({ imports: [TypeOrmModule.forFeature([Sheet, Collector])], controllers: [SheetController], providers: [SheetService] })
class HerbariumModule {}

void NestFactory.create(HerbariumModule).then((app) => app.listen(3000));
