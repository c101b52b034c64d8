import { provide } from 'inversify-binding-decorators';
import { inject } from 'inversify';
import { CrewService } from './crew-service';
import { NAMES } from './names';

@provide(NAMES.Boats as any)
export class BoatService {
  constructor(@inject(NAMES.Crews as any) private readonly crews: CrewService) {}
  all() {
    return [{ name: 'Pinta', crew: this.crews.size() }];
  }
}
