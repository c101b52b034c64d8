export type Ripeness = 'green' | 'ripe' | 'fallen';
export enum Grade { First = 'first', Second = 'second' }

interface Named { name: string }

export interface PlantTree extends Named {
  variety: string;
  rows: number;
  ripeness: Ripeness;
  grade?: Grade;
  planted: Date;
  tags: string[];
  owner: { email: string; phone?: string } | null;
}

export type TreePatch = Partial<Pick<PlantTree, 'variety' | 'rows'>> & { reason: string };
export interface Branch { length: number; branches?: Branch[] }
