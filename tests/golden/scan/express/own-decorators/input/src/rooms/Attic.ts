import { Listed, Listing } from '../kit/listed';

export class Attic extends Listing {
  @Listed('get', '/attic')
  async look() { return { boxes: 3 }; }

  @Listed('put', '/attic/:box')
  async store(request: any) { return { box: request.params.box }; }
}
