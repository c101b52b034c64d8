import { ArgumentsHost, Catch, ConflictException, Controller, Get, GoneException, HttpException, InternalServerErrorException, Module, NotFoundException, Param } from '@nestjs/common';
import { BaseExceptionFilter, NestFactory } from '@nestjs/core';
import { Prisma } from '@prisma/client';
import { HttpError as LedgerError } from 'ledger-client';
import { HttpException as KeptException } from 'nest-errors';

abstract class LedgerFault extends Error {
  abstract asAnswer(): HttpException;
}
class BrokenLedger extends LedgerFault {
  asAnswer() {
    return new GoneException('broken');
  }
}

// An exception of the framework is none of the classes of other packages; one that bears its name may be the same class, handed on.
@Catch()
class LedgerFilter extends BaseExceptionFilter {
  catch(error: Error, host: ArgumentsHost) {
    if (error instanceof LedgerFault) super.catch(error.asAnswer(), host);
    else if (error instanceof Prisma.PrismaClientKnownRequestError) super.catch(new ConflictException('taken'), host);
    else if (error instanceof LedgerError) super.catch(new InternalServerErrorException('ledger'), host);
    else if (error instanceof KeptException) super.catch(new HttpException('kept', 420), host);
    else super.catch(error, host);
  }
}

@Controller('ledgers')
class LedgersController {
  @Get(':year') year(@Param('year') year: string) {
    if (year === '1900') throw new NotFoundException('not kept');
    return { year };
  }
  @Get() all() {
    throw new BrokenLedger();
  }
}

@Module({ controllers: [LedgersController] })
class LedgerModule {}

async function open() {
  const app = await NestFactory.create(LedgerModule);
  app.useGlobalFilters(new LedgerFilter());
  await app.listen(1);
}
void open();
