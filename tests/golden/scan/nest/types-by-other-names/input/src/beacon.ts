import { IsOptional, IsString } from 'class-validator';
import { UUID } from 'node:crypto';
import type { UUID as Identifier } from 'crypto';

export class NewBeacon {
  coast: UUID;
  @IsOptional()
  keeper?: UUID;
  @IsString()
  name: string;
  lamps: UUID[];
}

export interface Beacon {
  id: UUID;
  coast: UUID | null;
  lamps: UUID[];
  // Under another name it is what the import says: nobody knows it here.
  other: Identifier;
}
