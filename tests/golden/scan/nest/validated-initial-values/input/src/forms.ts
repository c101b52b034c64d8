import { Type } from 'class-transformer';
import { ArrayNotEmpty, IsArray, IsDate, IsEmail, IsEnum, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, Min, MinLength } from 'class-validator';

export enum Order {
  Up = 'up',
  Down = 'down',
}

const WEIGHT = 12;

// Who checks an object has made one of the class: what a request lacks is what the class begins with, and that is what is checked.
export class Window {
  @Type(() => Number) @IsInt() @Min(0) from = 0;
  @Type(() => Number) @IsInt() @Min(1) @Max(50) count: number = 20;
  @IsEnum(Order) order: Order = Order.Up;
  @IsString() term: string;
  // No validator says which: the type that it is made into does.
  @IsOptional() @Type(() => Number) page?: number = 1;
  @Type(() => Boolean) @IsOptional() open = true;
  @IsOptional() @Type(() => String) sort?: string = 'name';
}

// The value to begin with is refused itself: the request has to bring one.
export class Hive {
  @IsString() @IsNotEmpty() label: string = '';
  @IsEmail() keeper: string = '';
  @MinLength(3) code: string = '';
  @Matches(/^[a-z]+$/) slug: string = '';
  @Min(1) frames: number = 0;
  @ArrayNotEmpty() tags: string[] = [];
  @IsString() queen: string | undefined = undefined;
  @IsString() race: string | null = null;
}

export class Harvest {
  @IsString() note: string = '';
  @IsInt() weight = WEIGHT;
  @IsInt() loss = -1;
  @IsArray() jars: number[] = [];
  // Only run time knows the value, and the class gives one.
  @Type(() => Date) @IsDate() on: Date = new Date();
}

export function windowOf(size: number, most: number) {
  class Sized {
    @Type(() => Number) @IsInt() @Min(1) @Max(most) size = size;
  }
  return Sized;
}

export class Weeks extends windowOf(4, 52) {
  @IsString() colony: string;
}

// No validator: a value to begin with is what the type says of a missing one.
export class Loose {
  colour = 'amber';
  size: number = 3;
  place: string;
}
