import { Controller, Get, Module, NotFoundException, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Berth, Berthing, Boat, Passenger, Sailor } from './models';

const kindOf = (kind: string) => {
  switch (kind) {
    case 'sail':
      return 'SAIL';
    case 'motor':
      return 'MOTOR';
    default:
      throw new Error('no such kind');
  }
};

@Controller()
class Harbour {
  // Without its columns the kind would be none, and every boat an error.
  @Get('boats/:id')
  async boat(@Param('id') id: string) {
    const boat = await Boat.findByPk(id);
    if (!boat) throw new NotFoundException();
    return { id: boat.id, kind: kindOf(boat.kind), berthId: boat.berthId };
  }

  @Get('sailors')
  sailors() {
    return Sailor.findAll();
  }

  @Get('passengers')
  passengers() {
    return Passenger.findAll();
  }

  @Get('berths')
  berths() {
    return Berth.findAll({ include: [{ model: Boat }] });
  }

  // The row that joins the two comes with each sailor, unless nothing of it is asked for.
  @Get('crews')
  crews() {
    return Boat.findAll({ include: [Sailor] });
  }

  @Get('crews/since')
  since() {
    return Boat.findAll({ attributes: ['id'], include: [{ model: Sailor, attributes: ['id'], through: { attributes: ['since'] } }] });
  }

  @Get('crews/names')
  names() {
    return Boat.findAll({ attributes: ['id'], include: [{ model: Sailor, attributes: ['name'], through: { attributes: [] } }] });
  }

  @Get('crews/joined')
  async joined() {
    const boats = await Boat.findAll({ include: [Sailor] });
    return boats[0].crew.map((sailor) => {
      const row = sailor.get(Berthing.name) as Berthing | undefined;
      if (!row) throw new Error('nobody is aboard like that');
      return { name: sailor.name, since: row.since };
    });
  }
}

@Module({ controllers: [Harbour] })
class AppModule {}

async function main() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
void main();
