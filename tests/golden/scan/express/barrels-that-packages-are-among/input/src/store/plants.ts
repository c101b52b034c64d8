import { store } from './client.js';

export const PER_PAGE = 12;
export const plantsOn = (page: number) => store.plant.findMany({ skip: page * PER_PAGE, take: PER_PAGE });
export async function plantOf(id: number) {
  return store.plant.findUnique({ where: { id } });
}
