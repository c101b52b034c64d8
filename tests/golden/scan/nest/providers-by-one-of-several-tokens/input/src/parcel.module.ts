import { Module } from '@nestjs/common';
import * as carriers from './carriers';
import { CarrierTable } from './carrier.table';
import { ParcelController } from './parcel.controller';

@Module({ controllers: [ParcelController], providers: [CarrierTable, ...Object.values(carriers).filter((each) => each.prototype instanceof carriers.Carrier)] })
export class ParcelModule {}
