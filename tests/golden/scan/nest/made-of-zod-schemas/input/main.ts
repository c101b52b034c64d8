import { Body, Controller, Get, HttpException, Module, Param, Patch, Post, Query, UseInterceptors, UsePipes } from '@nestjs/common';
import { APP_PIPE, NestFactory } from '@nestjs/core';
import { PrismaModule, PrismaService } from 'nestjs-prisma';
import { createZodDto, createZodValidationPipe, ZodResponse, ZodSerializerDto, ZodSerializerInterceptor, ZodValidationPipe } from 'nestjs-zod';
import { createZodDto as createOther } from 'nestjs-zod/dto';
import { z } from 'zod';

const sketchSchema = z.object({
  title: z.string().min(2).max(40),
  tone: z.enum(['warm', 'cold']).default('warm'),
  width: z.number().int().positive(),
  artist: z.string().email().optional(),
});

class SketchDto extends createZodDto(sketchSchema) {}
class ChangeDto extends createOther(sketchSchema.partial().omit({ width: true })) {}
class FilterDto extends createZodDto(z.object({ page: z.coerce.number().min(1).default(1), tone: z.string().optional() })) {}
// No object, and so without members.
class MarkDto extends createZodDto(z.union([z.object({ kind: z.literal('stamp') }), z.object({ kind: z.literal('seal'), wax: z.string() })])) {}
const shownSchema = z.object({ id: z.number(), title: z.string() });
class ShownDto extends createZodDto(shownSchema) {}

const StrictPipe = createZodValidationPipe({ createValidationException: () => new HttpException({ why: 'strict' }, 422) });

@Controller('sketches')
class SketchesController {
  constructor(private readonly prisma: PrismaService) {}

  @Post() draw(@Body() sketch: SketchDto) { return this.prisma.sketch.create({ data: { title: sketch.title } }); }
  @Patch(':id') change(@Param('id') id: string, @Body() change: ChangeDto) { return { id, title: change.title }; }
  @Get() all(@Query() filter: FilterDto) { return { page: filter.page }; }
  @Post('marks') mark(@Body() mark: MarkDto) { return mark; }
  // A pipe of its own, in front of one parameter, and one that refuses in the program's words.
  @Post('bare') bare(@Body(new ZodValidationPipe(z.object({ ink: z.string() }))) bare: { ink: string }) { return bare; }
  @Post('strict') @UsePipes(StrictPipe) strict(@Body() sketch: ChangeDto) { return { title: sketch.title }; }
  // What a schema does not have is not written.
  @Get('shown') @UseInterceptors(ZodSerializerInterceptor) @ZodSerializerDto(ShownDto) shown() { return { id: 1, title: 'a', hidden: true }; }
  @Get('shown/all') @UseInterceptors(ZodSerializerInterceptor) @ZodResponse({ type: [ShownDto], status: 206 }) shownAll() { return [{ id: 1, title: 'a', hidden: true }]; }
  @Get('made') made() { return ShownDto.create({ id: 1, title: 'b' }); }
}

@Module({ imports: [PrismaModule], controllers: [SketchesController], providers: [{ provide: APP_PIPE, useClass: ZodValidationPipe }] })
class GalleryModule {}

void NestFactory.create(GalleryModule).then((gallery) => gallery.listen(1));
