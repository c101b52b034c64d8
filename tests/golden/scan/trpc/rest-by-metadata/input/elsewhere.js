import { read } from 'some-store';
export const sorts = read('sorts');
