import { DrizzlePGModule } from '@knaadh/nestjs-drizzle-pg';
import { Controller, Get, Inject, Injectable, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { InjectKysely, KyselyModule } from 'nestjs-kysely';
import { Database } from './tables';
import * as schema from './schema';

type Berths = NodePgDatabase<typeof schema>;
interface Tides {
  today(): Promise<number[]>;
}
type TideTable = Tides;

class Lamps {
  lit() {
    return [{ lamp: 'north' }];
  }
}

@Injectable()
class HarbourService {
  constructor(
    @InjectKysely() private readonly db: Database,
    @Inject('BERTHS') private readonly moorings: Berths,
    @Inject('TAGGED') private readonly tagged: NodePgDatabase<typeof schema>,
    @Inject('TIDES') private readonly tides: TideTable,
    @Inject('LAMPS') private readonly lamps: Lamps,
  ) {}
  boats() {
    return this.db.selectFrom('boats').selectAll().execute();
  }
  boat(id: number) {
    return this.db.selectFrom('boats').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
  }
  berths() {
    return this.moorings.select().from(schema.berths);
  }
  deepest() {
    return this.tagged.query.berths.findFirst();
  }
  levels() {
    return this.tides.today();
  }
  // A class of the program that nothing is seen to provide.
  lit() {
    return this.lamps.lit();
  }
}

@Controller()
class HarbourController {
  constructor(private readonly harbour: HarbourService) {}
  @Get('boats')
  boats() {
    return this.harbour.boats();
  }
  @Get('boats/:id')
  boat(@Param('id') id: string) {
    return this.harbour.boat(+id);
  }
  @Get('berths')
  berths() {
    return this.harbour.berths();
  }
  @Get('berths/deepest')
  deepest() {
    return this.harbour.deepest();
  }
  @Get('tides')
  tides() {
    return this.harbour.levels();
  }
  @Get('lamps')
  lamps() {
    return this.harbour.lit();
  }
}

@Module({
  imports: [
    KyselyModule.forRoot({}),
    DrizzlePGModule.registerAsync({ tag: 'TAGGED', useFactory: () => ({ pg: { connection: 'pool', config: {} }, config: { schema } }) }),
  ],
  controllers: [HarbourController],
  providers: [HarbourService],
})
class AppModule {}

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
bootstrap();
