import { Body, Controller, Get, Headers, Injectable, Module, NotFoundException, Param, PipeTransform, Post, Query } from '@nestjs/common';
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
  @Post()
  plant(@Body(LoggedPipe) tree: Tree, @Query(LoggedPipe) span: Span) {
    return { tree, span };
  }
}

@Module({ controllers: [TreeController] })
class OrchardModule {}

NestFactory.create(OrchardModule).then((app) => app.listen(3000));
