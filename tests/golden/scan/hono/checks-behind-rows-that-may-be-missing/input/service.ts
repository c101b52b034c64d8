import { findVisit, rateVisit } from './rows.ts';

export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: 404 | 409 | 422,
  ) {
    super(message);
  }
}

export async function rate(id: string, stars: number) {
  const visit = await findVisit(id);
  if (!visit) throw new Refusal('No such visit', 404);
  if (visit.status !== 'left') throw new Refusal('Still here', 422);
  if (stars < 1 || stars > 5) throw new Refusal('One to five stars', 422);
  if (visit.stars !== null) throw new Refusal('Rated already', 409);
  return rateVisit(id, stars);
}
