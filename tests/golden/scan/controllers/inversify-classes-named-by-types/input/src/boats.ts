import { inject } from 'inversify';
import { controller, httpGet } from 'inversify-express-utils';
import { Base } from './base';
import { BoatService } from './boat-service';
import { Ghost } from './ghosts';
import { NAMES } from './names';

// The service is named as a type alone: who decorates the class is handed it all the same.
@controller('/boats')
export class Boats extends Base {
  constructor(@inject(NAMES.Boats as any) service: BoatService) {
    super(service);
  }
  @httpGet('/ghost')
  ghost() {
    return { seen: isSeen(null) };
  }
}

// A type of a plain function is left out of what runs.
function isSeen(ghost: Ghost | null): boolean {
  return ghost !== null;
}
