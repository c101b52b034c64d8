import type { Express, Request, Response } from 'express';
import { Container, Inject } from 'typescript-ioc';

abstract class Wardrobe {
  abstract costumes(request: Request, response: Response): void;
}

class Chest extends Wardrobe {
  costumes(_request: Request, response: Response): void {
    response.json([{ size: 'M' }]);
  }
}

Container.bind(Wardrobe).to(Chest);

class Props {
  list = (_request: Request, response: Response): void => {
    response.json([{ weight: 3 }]);
  };
}

/** One by a parameter's type, one by a member's; the decorator stands without parentheses. */
export class Backstage {
  @Inject private props: Props;

  constructor(@Inject private wardrobe: Wardrobe) {}

  open(house: Express): void {
    house.get('/costumes', (request, response) => this.wardrobe.costumes(request, response));
    house.get('/props', this.props.list);
  }
}
