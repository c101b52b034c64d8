import express, { type NextFunction, type Request, type Response } from 'express';
import autoBind from 'auto-bind';
import autobind, { boundClass, boundMethod } from 'autobind-decorator';
import classAutobind from 'class-autobind';
import { autobind as coreAutobind } from 'core-decorators';
import _ from 'lodash';

class Crew {
  knows(badge: string | undefined): boolean {
    return badge === process.env.BADGE;
  }
}

/** What each of them does is lost, unless `this` is what it was made as. */
class Gate {
  constructor(protected readonly crew: Crew) {}
  check(request: Request, response: Response, next: NextFunction) {
    if (!this.crew.knows(request.get('x-badge'))) return response.status(401).json({ error: 'crew only' });
    next();
  }
}

class ByCall extends Gate {
  constructor(crew: Crew) {
    super(crew);
    autoBind(this);
  }
}
class SomeByCall extends Gate {
  constructor(crew: Crew) {
    super(crew);
    autoBind(this, { include: ['check', /^board/] });
  }
  board(request: Request, response: Response) {
    response.json({ aboard: this.crew.knows(request.get('x-badge')) });
  }
}
class ByOtherCall extends Gate {
  constructor(crew: Crew) {
    super(crew);
    classAutobind(this);
  }
}
class ByNames extends Gate {
  constructor(crew: Crew) {
    super(crew);
    _.bindAll(this, ['check']);
  }
}

class Marked {
  constructor(private readonly crew: Crew) {}
  @boundMethod
  one(request: Request, response: Response) {
    response.json({ one: this.crew.knows(request.get('x-one')) });
  }
  @autobind
  two(request: Request, response: Response) {
    response.json({ two: this.crew.knows(request.get('x-two')) });
  }
  @coreAutobind
  three(request: Request, response: Response) {
    response.json({ three: this.crew.knows(request.get('x-three')) });
  }
  @own
  four(request: Request, response: Response) {
    response.json({ four: this.crew.knows(request.get('x-four')) });
  }
}

@boundClass
class Whole {
  constructor(private readonly crew: Crew) {}
  five(request: Request, response: Response) {
    response.json({ five: this.crew.knows(request.get('x-five')) });
  }
}

function own(_target: object, name: string, descriptor: PropertyDescriptor): PropertyDescriptor {
  const method = descriptor.value as (...args: unknown[]) => unknown;
  return {
    configurable: true,
    get() {
      const value = method.bind(this);
      Object.defineProperty(this, name, { value, configurable: true });
      return value;
    },
  };
}

const crew = new Crew();
const marked = new Marked(crew);
const ferry = express();
const depart = (request: Request, response: Response) => response.json({ departed: true });
ferry.get('/by-call', new ByCall(crew).check, depart);
ferry.get('/some-by-call', new SomeByCall(crew).check, new SomeByCall(crew).board);
ferry.get('/by-other-call', new ByOtherCall(crew).check, depart);
ferry.get('/by-names', new ByNames(crew).check, depart);
ferry.get('/one', marked.one);
ferry.get('/two', marked.two);
ferry.get('/three', marked.three);
ferry.get('/four', marked.four);
ferry.get('/five', new Whole(crew).five);
ferry.listen(3000);
