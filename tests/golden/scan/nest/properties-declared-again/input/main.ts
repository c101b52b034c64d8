// A property that is declared again keeps what the class in front of it says of missing values; its validators are the new ones.
import { Body, Controller, Module, Param, Post, Put, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { IsDefined, IsInt, IsOptional, IsString, MaxLength, Min, MinLength } from 'class-validator';

class BlockDto {
  @IsString() @MinLength(2) stone: string;
  @IsInt() weight: number;
  @IsOptional() @IsString() note?: string;
  unchecked: string;
}

// Still optional, with the one validator that it states.
class PartOfBlockDto extends PartialType(BlockDto) {
  @IsString() @MaxLength(9) stone: string;
}
// Not even this makes it demanded: what is missing is spared first.
class DefinedDto extends PartialType(BlockDto) {
  @IsDefined() @Min(3) weight: number;
}
// Only the type is said again: all validators hold.
class TypedDto extends PartialType(BlockDto) {
  stone: string;
}
// Nothing was ever checked here, so nothing of it is inherited.
class UncheckedDto extends PartialType(BlockDto) {
  @IsString() unchecked: string;
}
// Taken out before it is declared again: demanded.
class OmittedDto extends OmitType(PartialType(BlockDto), ['stone'] as const) {
  @IsString() stone: string;
}
// Picked as it is: what was optional stays so, what was demanded too.
class PickedDto extends PickType(BlockDto, ['note', 'weight'] as const) {
  @IsInt() note?: any;
  @Min(1) weight: number;
}
class PriceDto {
  @IsOptional() @IsInt() price?: number;
}
class PricedDto extends IntersectionType(BlockDto, PriceDto) {
  @Min(5) price: number;
}
// Twice removed.
class LastDto extends PartOfBlockDto {
  @MinLength(1) stone: string;
}

@Controller('blocks')
class BlockController {
  @Post() cut(@Body() block: BlockDto) {
    return block.stone;
  }
  @Put('part') part(@Body() block: PartOfBlockDto) {
    return block.stone;
  }
  @Put('defined') defined(@Body() block: DefinedDto) {
    return block.weight;
  }
  @Put('typed') typed(@Body() block: TypedDto) {
    return block.stone;
  }
  @Put('unchecked') unchecked(@Body() block: UncheckedDto) {
    return block.unchecked;
  }
  @Put('omitted') omitted(@Body() block: OmittedDto) {
    return block.stone;
  }
  @Put('picked/:row') picked(@Param('row') row: string, @Body() block: PickedDto) {
    return { row, note: block.note };
  }
  @Put('priced') priced(@Body() block: PricedDto) {
    return block.price;
  }
  @Put('last') last(@Body() block: LastDto) {
    return block.stone;
  }
}

@Module({ controllers: [BlockController] })
class QuarryModule {}

async function dig() {
  const quarry = await NestFactory.create(QuarryModule);
  quarry.useGlobalPipes(new ValidationPipe({ whitelist: true }));
  await quarry.listen(4500);
}
void dig();
