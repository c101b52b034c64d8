// What comes in is an instance of the class that a parameter declares: its methods are no fields, and it is validated by hand as one.
import 'reflect-metadata';
import { BadRequestError, Body, createExpressServer, JsonController, Patch, Post } from 'routing-controllers';
import { IsInt, IsString, validate } from 'class-validator';

class Unit { label() { return 'unit'; } }
class Pallet extends Unit {
  @IsString() wood!: string;
  @IsInt() load!: number;
  heavier(by: number) { return { wood: this.wood, load: this.load + by }; }
}

class Yard {
  stack(pallet: Pallet) { const { wood } = pallet.heavier(2); return { wood, label: pallet.label() }; }
}

@JsonController('/pallets')
class PalletsController {
  private readonly yard = new Yard();
  @Post('/') add(@Body() pallet: Pallet) { return this.yard.stack(pallet); }
  @Post('/many') many(@Body({ type: Pallet }) pallets: Pallet[]) { return { count: pallets.length }; }
  @Patch('/') async change(@Body() pallet: Pallet) {
    const errors = await validate(pallet, { skipMissingProperties: true });
    if (errors.length > 0) throw new BadRequestError('no pallet');
    return { changed: true };
  }
}

createExpressServer({ controllers: [PalletsController], validation: false }).listen(4720);
