import { CallHandler, Controller, ExecutionContext, Get, Injectable, NestInterceptor, UseInterceptors } from '@nestjs/common';
import { Observable } from 'rxjs';
import { map } from 'rxjs/operators';
import { SackService } from './sack.service';

interface Envelope<Held> {
  success: boolean;
  data: Held;
  message?: string;
}

/** Looks at what is answered before it puts it into an envelope. */
@Injectable()
class Enveloped<Held> implements NestInterceptor<Held, Envelope<Held>> {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<Envelope<Held>> {
    return next.handle().pipe(
      map((data) => {
        if (data && typeof data === 'object' && 'success' in data && 'data' in data) return data as Envelope<Held>;
        return { success: true, data };
      }),
    );
  }
}

@Controller('ledger')
@UseInterceptors(Enveloped)
export class LedgerController {
  constructor(private readonly sacks: SackService) {}

  @Get('pages')
  pages() {
    return this.sacks.getOrMake('pages', async () => [{ page: 1, weighed: Math.random() }]);
  }

  @Get('cover')
  cover() {
    return this.sacks.getOrMake('cover', async () => ({ success: true, data: { title: 'Rye' } }));
  }

  @Get('last')
  async last() {
    const page = (await this.sacks.get('last')) ?? { page: 9, weighed: Math.random() };
    return page;
  }
}
