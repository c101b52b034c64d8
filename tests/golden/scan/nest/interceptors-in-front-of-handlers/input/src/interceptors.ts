import {
  BadRequestException,
  CallHandler,
  ConflictException,
  ExecutionContext,
  ForbiddenException,
  Injectable,
  NestInterceptor,
  NotAcceptableException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { catchError, from, map, of, switchMap, tap, throwError } from 'rxjs';

@Injectable()
export class Ledger {
  private readonly known = new Map<string, { harbour: string; free: number }>();
  find(key: string) {
    return this.known.get(key);
  }
  keep(key: string, value: { harbour: string; free: number }) {
    this.known.set(key, value);
  }
  async load(): Promise<number> {
    return this.known.size;
  }
}

/** Of what is thrown further inside it makes something else of one kind, by interceptors as well as by handlers. */
@Injectable()
export class Translated implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next
      .handle()
      .pipe(catchError((error) => throwError(() => (error instanceof ConflictException ? new UnprocessableEntityException('not now') : error))));
  }
}

/** Walks each body, and hands on what the handler gives as it is. */
@Injectable()
export class NoForeignShips implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest();
    if (request.method !== 'GET' && request.body && typeof request.body === 'object') this.walk(request.body, request.ip);
    return next.handle();
  }

  private walk(part: Record<string, unknown>, from: string, depth = 0): void {
    if (depth > 6) throw new ForbiddenException('too deep');
    for (const key of Object.keys(part)) {
      const value = part[key];
      if (typeof value === 'string' && value.startsWith('ship:') && !value.endsWith(from)) throw new ConflictException('not your ship');
      else if (value !== null && typeof value === 'object') this.walk(value as Record<string, unknown>, from, depth + 1);
    }
  }
}

/** Leaves something for the handler, or refuses. */
@Injectable()
export class Harbours implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest();
    const harbour = request.headers['x-harbour'];
    if (!harbour) throw new BadRequestException('which harbour?');
    request.harbour = { name: harbour, berths: 12 };
    const since = Date.now();
    return next.handle().pipe(map((body) => ({ body, took: Date.now() - since })));
  }
}

/** Answers by itself what it knows. */
@Injectable()
export class Remembered implements NestInterceptor {
  constructor(private readonly ledger: Ledger) {}
  async intercept(context: ExecutionContext, next: CallHandler) {
    const key = context.switchToHttp().getRequest().params.harbour;
    const known = this.ledger.find(key);
    if (known) return of({ ...known, remembered: true });
    return next.handle().pipe(tap((value) => this.ledger.keep(key, value)));
  }
}

/** The handler runs behind a stream of its own. */
@Injectable()
export class Warmed implements NestInterceptor {
  constructor(private readonly ledger: Ledger) {}
  intercept(_context: ExecutionContext, next: CallHandler) {
    return from(this.ledger.load()).pipe(
      switchMap((size) => {
        if (size > 1_000) throw new NotAcceptableException('full');
        return next.handle();
      }),
      map((list) => ({ list })),
    );
  }
}
