import { Controller, Get, UseGuards } from '@nestjs/common';
import { Crud, CrudController, CrudRequest, Override, ParsedBody, ParsedRequest } from '@nestjsx/crud';
import { optionsOf } from 'harbour-options';
import { CrewGuard } from './guards';
import { Berth, NewBerth, Ship, Voyage } from './records';
import { BerthService, LogService, ShipService, VoyageService } from './services';

// All routes but those that are left out for all; ships are sent with their voyages.
@Crud({
  model: { type: Ship },
  query: { alwaysPaginate: true, exclude: ['owner'], join: { voyages: { eager: true, allow: ['from'] } } },
})
@Controller('ships')
export class ShipController implements CrudController<Ship> {
  constructor(public service: ShipService) {}

  // Declared before the generated ones.
  @Get('names')
  names() {
    return this.service.names();
  }
}

// Below another record, known by a UUID, behind a guard for one route; records can be brought back.
@Crud({
  model: { type: Voyage },
  params: {
    shipId: { field: 'shipId', type: 'number' },
    id: { field: 'id', type: 'uuid', primary: true },
  },
  routes: {
    exclude: ['replaceOneBase', 'getOneBase', 'createManyBase'],
    deleteOneBase: { returnDeleted: true, decorators: [UseGuards(CrewGuard)] },
  },
  query: { softDelete: true, join: { ship: { eager: true, select: false } } },
})
@Controller('ships/:shipId/voyages')
export class VoyageController {
  constructor(public readonly service: VoyageService) {}
}

// Methods of the controller in place of generated ones, and a class of its own for what is created.
@Crud({
  model: { type: Berth },
  dto: { create: NewBerth },
  params: { code: { field: 'code', type: 'string', primary: true } },
  routes: { only: ['getOneBase', 'createOneBase', 'createManyBase', 'updateOneBase'] },
})
@UseGuards(CrewGuard)
@Controller('berths')
export class BerthController implements CrudController<Berth> {
  constructor(public service: BerthService) {}

  get base(): CrudController<Berth> {
    return this;
  }

  @Override()
  async createOne(@ParsedRequest() req: CrudRequest, @ParsedBody() dto: NewBerth) {
    const made = await this.base.createOneBase(req, dto as any);
    return { made: made.code };
  }

  @Override('updateOneBase')
  rename(@ParsedRequest() req: CrudRequest, @ParsedBody() dto: Berth) {
    return this.service.updateOne(req, { label: dto.label });
  }

  // Nothing is generated for it, so that it answers nothing.
  @Override('deleteOneBase')
  remove() {
    return { gone: true };
  }
}

// The only record there is needs no parameter.
@Crud({
  model: { type: Ship },
  routes: { only: ['getOneBase', 'getManyBase'] },
  params: { id: { field: 'id', type: 'number', primary: true, disabled: true } },
})
@Controller('flagship')
export class FlagshipController {
  constructor(public service: ShipService) {}
}

@Crud({ model: { type: Object }, routes: { only: ['getManyBase'] } })
@Controller('log')
export class LogController {
  constructor(public service: LogService) {}
}

// Nobody knows which routes there are.
@Crud(optionsOf(Berth)) //~ nest/generated-routes
@Controller('moorings')
export class MooringController {
  constructor(public service: BerthService) {}
}
