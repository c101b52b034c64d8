import { Body, Controller, Get, Headers, Injectable, mixin, Module, NotFoundException, Param, PipeTransform, Post, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

interface Tree {
  id: string;
  kind: string;
  planted: Date;
}
interface Span {
  from: number;
  to: number;
}
const trees = new Map<string, Tree>();

/** Finds the record that an identifier stands for. */
@Injectable()
class TreePipe implements PipeTransform<string, Tree> {
  transform(id: string): Tree {
    const tree = trees.get(id);
    if (!tree) throw new NotFoundException('no such tree');
    return tree;
  }
}
/** `3-9`. */
@Injectable()
class SpanPipe implements PipeTransform<string, Span> {
  transform(text: string): Span {
    const [from, to] = text.split('-');
    return { from: Number(from), to: Number(to) };
  }
}
/** A pipe that changes nothing of what the parameter looks like. */
@Injectable()
class LoggedPipe implements PipeTransform {
  transform(value: unknown) {
    console.log(value);
    return value;
  }
}

/** Makes what a query of the database needs of what is asked for: the type of the parameter is what it makes. */
interface Wanted {
  where: { kind?: string };
  skip: number;
}
const WantedPipe = (most: number) => {
  class Wanting implements PipeTransform {
    transform(value: any): Wanted {
      return { where: value.kind ? { kind: value.kind } : {}, skip: Math.min(Number(value.row ?? 0), most) };
    }
  }
  return mixin(Wanting);
};

@Controller('trees')
class TreeController {
  @Get(':tree')
  one(@Param('tree', TreePipe) tree: Tree) {
    return { kind: tree.kind };
  }
  @Get()
  all(@Query('years', new SpanPipe()) years: Span, @Headers('x-row', SpanPipe) row: Span) {
    return { from: years.from, row: row.to };
  }
  @Get('counted/:count')
  counted(@Param('count', LoggedPipe) count: number) {
    return { count };
  }
  @Get('wanted')
  wanted(@Query(WantedPipe(50)) wanted: Wanted) {
    return { rows: wanted.skip, kind: wanted.where.kind };
  }
  @Post()
  plant(@Body(LoggedPipe) tree: Tree, @Query(LoggedPipe) span: Span) {
    return { tree, span };
  }
}

@Module({ controllers: [TreeController] })
class OrchardModule {}

NestFactory.create(OrchardModule).then((app) => app.listen(3000));
