import type { Missing } from 'not-installed';

// A type of the program's own of that name is what the program says.
export type UUID = number;

export class Reading {
  id: UUID;
  level: number;
}

type Level = 'low' | 'high';
interface Wave {
  height: number;
  calm?: boolean;
}

// What a class without validators declares by other names is read where those stand.
export class Tide {
  level: Level;
  waves: Wave[];
  last: Pick<Wave, 'height'> | null;
  levels: Array<Level>;
  unknown: Missing;
}
