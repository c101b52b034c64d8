import { injectable } from 'inversify';

@injectable()
export class Keeper {
  hives(): { id: number; frames: number }[] { return [{ id: 1, frames: 10 }]; }
}
