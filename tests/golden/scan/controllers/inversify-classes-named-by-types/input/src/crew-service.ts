import { provide } from 'inversify-binding-decorators';
import { NAMES } from './names';

@provide(NAMES.Crews as any)
export class CrewService {
  size() {
    return 12;
  }
}
