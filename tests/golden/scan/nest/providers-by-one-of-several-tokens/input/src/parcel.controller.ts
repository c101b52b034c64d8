import { Body, Controller, HttpException, Param, Post } from '@nestjs/common';
import { CarrierTable } from './carrier.table';
import { Parcel } from './carriers';

@Controller('parcels')
export class ParcelController {
  constructor(private readonly table: CarrierTable) {}

  @Post(':carrier')
  async send(@Param('carrier') name: string, @Body() parcel: Parcel) {
    return this.table.named(name).instance.send(parcel);
  }

  @Post(':carrier/collection')
  async collect(@Param('carrier') name: string, @Body() parcel: Parcel) {
    const found = await this.table.named(name)?.instance?.['collect']?.(parcel);
    if (!found) throw new HttpException('This carrier does not collect', 400);
    return found;
  }

  @Post(':carrier/:kind')
  async sendAlike(@Param('carrier') name: string, @Param('kind') kind: string, @Body() parcel: Parcel) {
    return this.table.alike(name, kind).send(parcel);
  }
}
