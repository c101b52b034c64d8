import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { CrudRequest } from '@nestjsx/crud';
import { TypeOrmCrudService } from '@nestjsx/crud-typeorm';
import { Repository } from 'typeorm';
import { Berth, Ship, Voyage } from './records';

@Injectable()
export class ShipService extends TypeOrmCrudService<Ship> {
  constructor(@InjectRepository(Ship) repo: Repository<Ship>) {
    super(repo);
  }

  async names() {
    const ships = await this.find();
    return ships.map((ship) => ship.name);
  }
}

@Injectable()
export class VoyageService extends TypeOrmCrudService<Voyage> {
  constructor(@InjectRepository(Voyage) public readonly voyages: Repository<Voyage>) {
    super(voyages);
  }
}

@Injectable()
export class BerthService extends TypeOrmCrudService<Berth> {
  constructor(@InjectRepository(Berth) repo) {
    super(repo);
  }

  async getOne(req: CrudRequest): Promise<any> {
    const berth = await super.getOne(req);
    return { berth, free: true };
  }
}

/** A service of its own. */
@Injectable()
export class LogService {
  async getMany() {
    return [{ line: 'moored' }];
  }
}
