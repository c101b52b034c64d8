import { Container, ContainerModule } from 'inversify';
import { buildProviderModule, fluentProvide, makeProvideDecorator, provide } from 'inversify-binding-decorators';

export const TYPES = { Berths: Symbol('Berths'), Tides: Symbol('Tides'), Fees: Symbol('Fees'), Pilots: Symbol('Pilots') };

export const quay = new Container();
/** Nothing is loaded into this one. */
export const dock = new Container();

const once = (token: symbol) => fluentProvide(token).inSingletonScope().whenTargetIsDefault().done();
const provideOnQuay = makeProvideDecorator(quay);

@provide(TYPES.Tides)
export class Tides {
  next() {
    return { height: 3.5, at: '06:40' };
  }
}

@once(TYPES.Berths)
export class Berths {
  base = '/berths';
  free() {
    return [{ number: 4, length: 12 }];
  }
}

@provideOnQuay(TYPES.Fees)
export class Fees {
  of(length: number) {
    return { euro: length * 2 };
  }
}

export const pilots = new ContainerModule(({ bind }) => {
  bind(TYPES.Pilots).toConstantValue({ on: ['Ada', 'Knut'] });
});

export const load = () => quay.load(buildProviderModule(), pilots);
