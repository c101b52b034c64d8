/* @flow strict */
import express, { type $Request, type $Response } from 'express';
import typeof Moulds from './moulds';
import { moulds, paged } from './moulds';

export type Casting = {| name: string, +weight: number, parts?: ?Array<string> |};

const app = express();
const paths = ({ castings: '/castings' }: { [key: string]: string });

class Store<T: { name: string }> {
  +items: Array<T> = [];
  static check: (T, boolean[]) => void;
  find(name: ?string): T | void {
    return (this.items.find((item) => item.name === name): any);
  }
}

const store: Store<Casting> = new Store();
const wait = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

app.get((paths.castings: string), (request: $Request, response: $Response) => {
  response.json(((store.items: any): Array<Casting>));
});
app.get(`${paths.castings}/:name`, async (request: $Request, response: $Response): Promise<void> => {
  await wait(1);
  const casting = store.find((request.params.name: any));
  if (!casting) return (response.sendStatus(404): any);
  response.json({ name: String(casting.name) });
});
moulds((app: any));
paged(app);

app.listen(3000);
