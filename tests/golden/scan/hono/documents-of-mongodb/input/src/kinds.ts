import type { ObjectId } from 'mongodb';

export interface Scroll {
  _id?: ObjectId;
  title: string;
  pages: number;
  burnt?: boolean;
  hands: { name: string; year: number }[];
  shelf: ObjectId;
}
export interface Shelf { label: string; wood: 'oak' | 'elm' }
export interface Tally { _id: string; scrolls: number }
