import { IsIn, IsOptional, IsString } from 'class-validator';
import type { Moment } from 'not-installed';

type Glaze = 'ash' | 'salt';
// The name says that there may be none.
type Cone = 6 | 10 | null;
interface Shelf {
  level: number;
  // Inside, the checker says it.
  label: string | null;
}
enum Fuel {
  Wood = 'wood',
  Gas = 'gas',
}

// A class without validators: what its types say.
export class Firing {
  glaze: Glaze | null;
  bare: Glaze;
  cone: Cone;
  shelves: Shelf[] | null;
  top: (Pick<Shelf, 'level'> | null) | undefined;
  lit: null | Moment;
  fuel: Fuel | null;
  // What syntax says was right before.
  potter: string | null;
  // Omitted, and never null.
  helper?: Glaze | undefined;
}

// Validators say what is refused; a type narrows that, and says of a member without any what there is.
export class Recipe {
  @IsString()
  glaze: Glaze | null;
  @IsOptional()
  @IsIn(['ash', 'salt'])
  other?: Glaze | null;
  @IsOptional()
  cone?: Cone;
  @IsOptional()
  shelves?: Shelf[] | null;
}
