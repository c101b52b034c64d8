export class Blight {
  private readonly blighted = 7;
  constructor(
    readonly cause: string,
    readonly season?: string,
  ) {}
}

export type OrBlight<Fruit> = Fruit | Blight;

/** A type predicate may call others. */
export function isBlighted<Fruit>(fruit: OrBlight<Fruit>): fruit is Blight {
  if (!(fruit instanceof Object)) return false;
  return Number((fruit as any).blighted) === 7;
}

/** Nothing says of what type it is, but it only looks. */
export const isRotten = (fruit: any) => fruit.blighted === 7;

/** It asks something else. */
export const isAsked = async (fruit: any) => (await fetch(`http://weeds/${fruit.cause}`)).ok;

export function soundOnly<Fruit>(fruit: OrBlight<Fruit>): Fruit {
  if (isBlighted(fruit)) {
    throw fruit;
  }
  return fruit;
}
export const notRotten = (fruit: any) => {
  if (!isRotten(fruit)) return fruit;
  return { compost: fruit.cause };
};
export const byClass = <Fruit>(fruit: OrBlight<Fruit>, instead: object) => (fruit instanceof Blight ? instead : fruit);
export function byMember(fruit: any) {
  if ('season' in fruit) return { lostIn: fruit.season };
  return fruit;
}
export async function asked(fruit: any) {
  if (await isAsked(fruit)) throw new Error('weeds');
  return fruit;
}
