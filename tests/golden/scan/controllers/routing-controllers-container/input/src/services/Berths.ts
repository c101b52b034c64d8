import { Service } from 'typedi';

@Service()
export class Berths {
  free(): { berth: number; length: number }[] { return [{ berth: 7, length: 12 }]; }
}
