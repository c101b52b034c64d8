// ParseArrayPipe says one text of what is no list, and the messages of its validation of an item that is of a class.
import { Body, ConflictException, Controller, Get, Module, ParseArrayPipe, Post, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt, IsString } from 'class-validator';

class Tree {
  @IsString() sort: string;
  @IsInt() height: number;
}

@Controller('trees')
class Trees {
  @Post('plain')
  plain(@Body(new ParseArrayPipe()) trees: unknown[]) {
    return { planted: trees.length };
  }

  @Post('rows')
  rows(@Body(new ParseArrayPipe({ items: Tree })) trees: Tree[]) {
    return { planted: trees.length };
  }

  // Below a name the same.
  @Post('crates')
  crates(@Body('trees', new ParseArrayPipe({ items: Tree })) trees: Tree[]) {
    return { planted: trees.length };
  }

  // A number is refused with a text, unless all are looked at.
  @Get('heights')
  heights(@Query('of', new ParseArrayPipe({ items: Number })) heights: number[]) {
    return { heights };
  }
  @Get('all-heights')
  allHeights(@Query('of', new ParseArrayPipe({ items: Number, stopAtFirstError: false })) heights: number[]) {
    return { heights };
  }

  // An own error is made of the text, of the errors of an item, or of the messages of all items.
  @Post('own')
  own(
    @Body(new ParseArrayPipe({ items: Tree, exceptionFactory: (said) => new ConflictException({ said: typeof said === 'string' ? said : said.map((each: { property: string }) => each.property) }) }))
    trees: Tree[],
  ) {
    return { planted: trees.length };
  }
  @Post('own-of-all')
  ownOfAll(
    @Body(new ParseArrayPipe({ items: Tree, stopAtFirstError: false, exceptionFactory: (said) => new ConflictException({ said }) }))
    trees: Tree[],
  ) {
    return { planted: trees.length };
  }
}

@Module({ controllers: [Trees] })
class Orchard {}

void NestFactory.create(Orchard).then((server) => server.listen(3000));
