import store from 'some-store';

export const find = (id: string): Promise<any> => store.get(id);
export const keep = (thing: unknown): Promise<void> => store.put(thing);
