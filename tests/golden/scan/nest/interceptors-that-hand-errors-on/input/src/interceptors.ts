import {
  BadGatewayException,
  CallHandler,
  ConflictException,
  ExecutionContext,
  GoneException,
  HttpException,
  Injectable,
  NestInterceptor,
  NotFoundException,
} from '@nestjs/common';
import { catchError, from, map, mergeMap, of, tap, throwError } from 'rxjs';

@Injectable()
export class Diary {
  private readonly lines: { by: string; what: string; status: number }[] = [];

  // Nobody takes what this gives: which of several it is makes no difference to what is answered.
  async write(by: string | null, what: string, status: number): Promise<void> {
    const entry = by ? { by, what, status } : this.lines[0];
    if (entry) this.lines.push(entry);
    const known = status < 400 ? { by: 'the keeper', what, status } : null;
    if (!known) return;
    this.lines.push(known);
  }
}

/** Writes down what came of each request, and lets errors be what they are. */
@Injectable()
export class Journal implements NestInterceptor {
  constructor(private readonly diary: Diary) {}
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest();
    const response = context.switchToHttp().getResponse();
    const note = (status: number) => this.diary.write(request.ip, `${request.method} ${request.originalUrl ?? request.url}`, status);
    return next.handle().pipe(
      tap(() => void note(response.statusCode ?? 200).catch(() => undefined)),
      catchError((error) => {
        const status = error instanceof HttpException ? error.getStatus() : response.statusCode >= 400 ? response.statusCode : 500;
        return from(note(status)).pipe(
          catchError(() => of(undefined)),
          mergeMap(() => throwError(() => error)),
        );
      }),
    );
  }
}

/** Counts, and throws again. */
@Injectable()
export class Tally implements NestInterceptor {
  private failures = 0;
  intercept(context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(
      catchError((error) => {
        this.failures++;
        throw error;
      }),
    );
  }
}

@Injectable()
export class Envelope implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((honey) => ({ honey })));
  }
}

/** Makes another error of some, and of one an answer: each has to be looked at. */
@Injectable()
export class Translator implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(
      catchError((error) => {
        if (error instanceof NotFoundException) throw new GoneException('flown away');
        if (error instanceof ConflictException) return of({ swarming: true });
        return throwError(() => error);
      }),
    );
  }
}

/** Whatever it was, it is one error. */
@Injectable()
export class Veil implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(catchError(() => throwError(() => new BadGatewayException('smoke'))));
  }
}
