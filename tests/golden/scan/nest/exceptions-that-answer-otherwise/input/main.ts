import { Controller, Get, HttpException, HttpStatus, Module, NotFoundException, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** The framework asks an exception for its status and its answer: a class may say both otherwise. */
class Framed extends HttpException {
  constructor(
    private readonly mark: string,
    message: string,
    status: HttpStatus,
  ) {
    super(message, status);
  }
  getResponse() {
    return { mark: this.mark, said: super.getResponse() as string, status: this.getStatus() };
  }
}
class Sunk extends NotFoundException {
  getStatus() {
    return HttpStatus.GONE;
  }
}
class Deeper extends Framed {}

/** What is set on an error later is a member like any other; what it is made with is none that is sent. */
class Leak extends Error {
  constructor(
    readonly deck: number,
    text: string,
  ) {
    super();
    this.message = text;
  }
}
class Crack extends Error {
  constructor(
    readonly deck: number,
    text: string,
  ) {
    super(text);
  }
}

@Controller('wrecks')
class WreckController {
  @Get(':id')
  one(@Param('id') id: string) {
    if (id === 'a') throw new Framed('W1', 'a reef', HttpStatus.CONFLICT);
    if (id === 'b') throw new Sunk('below');
    if (id === 'c') throw new Deeper('W2', 'deeper', HttpStatus.FORBIDDEN);
    return { id };
  }
  @Get(':id/holds')
  holds(@Param('id') id: string) {
    try {
      if (id === 'a') throw new HttpException('no holds', 404);
      return { holds: 3 };
    } catch (error) {
      return error;
    }
  }
  @Get(':id/masts')
  masts(@Param('id') id: string) {
    return id === 'a' ? new NotFoundException('no masts') : { masts: 2 };
  }
  @Get(':id/leaks')
  leaks() {
    return { leak: new Leak(2, 'wet'), crack: { ...new Crack(3, 'wide') } };
  }
}

@Module({ controllers: [WreckController] })
class WreckModule {}
void NestFactory.create(WreckModule).then((wreck) => wreck.listen(3000));
