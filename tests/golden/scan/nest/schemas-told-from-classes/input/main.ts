import { ArgumentMetadata, Body, Controller, Injectable, Module, PipeTransform, Post, UnprocessableEntityException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { z, type ZodSchema } from 'zod';

// Classes that carry their schema, and a pipe that is handed the one or the other.
function classOf(schema: ZodSchema) {
  class Carrier {
    static isZodDto = true;
    static schema = schema;
  }
  return Carrier as any;
}
const isZodDto = (type: any): boolean => type?.isZodDto;
const isSchemaClass = (type: any): boolean => type.isSchemaClass === true;
async function checked(value: unknown, either: any) {
  const schema = isZodDto(either) ? either.schema : isSchemaClass(either) ? either.schema : either;
  const result = await schema.safeParseAsync(value);
  if (!result.success) throw new UnprocessableEntityException({ message: 'not as it should be', errors: result.error.errors });
  return result.data;
}
@Injectable()
class Checking implements PipeTransform {
  constructor(private readonly own?: any) {}
  async transform(value: unknown, { metatype }: ArgumentMetadata) {
    if (this.own) return checked(value, this.own);
    if (!isZodDto(metatype)) return value;
    return checked(value, (metatype as any).schema);
  }
}

class Pot extends classOf(z.object({ glaze: z.string().min(2), height: z.number().int() })) {}

@Controller('pots')
class Pots {
  @Post()
  fire(@Body() pot: Pot) {
    return { fired: pot };
  }
  @Post('by-schema')
  bySchema(@Body(new Checking(z.object({ lid: z.boolean() }))) lid: unknown) {
    return { lid };
  }
  @Post('by-class')
  byClass(@Body(new Checking(Pot)) pot: unknown) {
    return { pot };
  }
}

@Module({ controllers: [Pots] })
class Kiln {}
NestFactory.create(Kiln).then((app) => {
  app.useGlobalPipes(new Checking());
  return app.listen(3000);
});
