import { BadRequestException, Body, Controller, ExecutionContext, Get, Module, Post, UsePipes, ValidationPipe, createParamDecorator } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt, Min } from 'class-validator';

class Haul {
  @IsInt() @Min(1) crates: number;
}

const Sent = createParamDecorator((_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest().body);

// A promise is waited for, and what rejects it is answered.
const Berth = createParamDecorator(async (name: string, context: ExecutionContext) => {
  const berth = context.switchToHttp().getRequest().query[name];
  if (!berth) throw new BadRequestException('No berth');
  return { berth };
});

/** A pipe looks at what decorators of the program give only where it is told so. */
@Controller('hauls')
class HaulController {
  @Post('told') told(@Sent(new ValidationPipe({ validateCustomDecorators: true })) haul: Haul) {
    return { crates: haul.crates };
  }
  @Post('untold') untold(@Sent(new ValidationPipe()) haul: Haul) {
    return { crates: haul.crates };
  }
  // The pipe knows the class, whatever the parameter is declared to be.
  @Post('expected') expected(@Body(new ValidationPipe({ expectedType: Haul })) haul: unknown) {
    return { sent: haul !== undefined };
  }
  @Get('moored') moored(@Berth('berth') at: { berth: string }) {
    return at;
  }
  @UsePipes(new ValidationPipe({ validateCustomDecorators: true }))
  @Post('above')
  above(@Sent() haul: Haul) {
    return { crates: haul.crates };
  }
}

@Module({ controllers: [HaulController] })
class HaulModule {}
void NestFactory.create(HaulModule).then((quay) => quay.listen(3000));
