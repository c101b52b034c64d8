import { Router, type Request, type Response } from 'express';
import { Inject, Service } from 'typedi';

@Service()
class Plays {
  list = (_request: Request, response: Response): void => {
    response.json([{ title: 'Hedda' }]);
  };
}

/** What the members hold is said by their types, or by a function where the class comes later. */
@Service()
export class PlayRoutes {
  @Inject() private plays: Plays;
  @Inject(() => Tickets) private tickets: Tickets;

  get router(): Router {
    const way = Router();
    way.get('/plays', this.plays.list);
    way.use('/tickets', this.tickets.desk);
    return way;
  }
}

@Service()
class Tickets {
  desk = Router().post('/', (_request: Request, response: Response) => response.status(201).json({ seat: 4 }));
}
