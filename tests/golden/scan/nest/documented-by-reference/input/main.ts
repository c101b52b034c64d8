import { applyDecorators, Controller, Get, Module, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiExtraModels, ApiOkResponse, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { remembered } from 'archive-client';

class Leaf { @ApiProperty() total: number; }
class Page<Row> {
  @ApiProperty({ isArray: true }) readonly rows: Row[];
  @ApiProperty({ type: () => Leaf }) readonly leaf: Leaf;
}
/** What it holds is said by each route. */
class Envelope {
  @ApiProperty() code: number;
  @ApiProperty({ type: 'object', additionalProperties: true }) data?: unknown;
}
class Letter {
  @ApiProperty() id: number;
  @ApiProperty({ required: false }) sender?: string;
  // It contains itself.
  @ApiProperty({ type: () => Letter, required: false }) answer?: Letter;
}

/** The recipe of the framework's documentation: a page of whatever it is given. */
const Paged = <Model extends Type<unknown>>(model: Model) => applyDecorators(
  ApiExtraModels(Page, model),
  ApiOkResponse({ schema: { allOf: [{ $ref: getSchemaPath(Page) }, { properties: { rows: { type: 'array', items: { $ref: getSchemaPath(model) } } } }] } }),
);

const Enveloped = (data: object) => ApiOkResponse({ schema: { allOf: [{ $ref: getSchemaPath(Envelope) }, { properties: { data } }] } });

@Controller('letters')
class LettersController {
  @Get() @Paged(Letter) list() { return remembered(); }
  @Get('one') @ApiOkResponse({ schema: { $ref: getSchemaPath(Letter) } }) one() { return remembered(); }
  @Get('either') @ApiOkResponse({ schema: { oneOf: [{ $ref: getSchemaPath(Letter) }, { $ref: getSchemaPath(Leaf) }] } }) either() { return remembered(); }
  @Get('sent') @Enveloped({ type: 'array', items: { $ref: getSchemaPath(Letter) } }) sent() { return remembered(); }
  @Get('any') @Enveloped({ type: 'boolean' }) any() { return remembered(); }
  // A reference by its name leads nowhere that the code knows.
  @Get('named') @ApiOkResponse({ schema: { properties: { letter: { $ref: '#/components/schemas/Letter' }, at: { type: 'string' } } } }) named() { return remembered(); }
}

@Module({ controllers: [LettersController] }) class LettersModule {}

void NestFactory.create(LettersModule).then((letters) => letters.listen(1));
