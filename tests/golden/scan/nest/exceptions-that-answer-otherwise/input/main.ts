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

@Controller('wrecks')
class WreckController {
  @Get(':id')
  one(@Param('id') id: string) {
    if (id === 'a') throw new Framed('W1', 'a reef', HttpStatus.CONFLICT);
    if (id === 'b') throw new Sunk('below');
    if (id === 'c') throw new Deeper('W2', 'deeper', HttpStatus.FORBIDDEN);
    return { id };
  }
}

@Module({ controllers: [WreckController] })
class WreckModule {}
void NestFactory.create(WreckModule).then((wreck) => wreck.listen(3000));
