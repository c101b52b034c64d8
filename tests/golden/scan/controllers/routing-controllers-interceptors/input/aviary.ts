import { Action, Get, Interceptor, InterceptorInterface, JsonController, Param, Post, QueryParam, createExpressServer } from 'routing-controllers';

abstract class Outcome {
  constructor(readonly code: number) {}
  abstract told(): object;
}
class Found<Kind> extends Outcome {
  constructor(private readonly what: Kind) {
    super(200);
  }
  told(): object {
    return { found: true, what: this.what };
  }
}
class Lost extends Outcome {
  constructor(private readonly why: string, code = 500) {
    super(code);
  }
  told(): object {
    return { found: false, why: this.why };
  }
}

/** The status of an outcome goes with what it tells; what is no outcome is sent as it is. */
@Interceptor()
class Tells implements InterceptorInterface {
  intercept(action: Action, made: unknown): unknown {
    if (!(made instanceof Outcome)) return made;
    action.response.status(made.code);
    return made.told();
  }
}

@JsonController('/birds')
class Birds {
  @Get('/:ring')
  one(@Param('ring') ring: number): Outcome {
    try {
      const bird = [{ ring: 1, kind: 'wren' }].find((each) => each.ring === ring);
      return bird ? new Found({ bird }) : new Lost('no such ring', 404);
    } catch (error) {
      return new Lost('out of reach');
    }
  }

  @Post('/counts')
  count(@QueryParam('kind') kind: string): Outcome | { counted: number } {
    if (!kind) return new Lost('which kind?', 422);
    return { counted: 4 };
  }
}
createExpressServer({ controllers: [Birds], interceptors: [Tells] }).listen(8086);
