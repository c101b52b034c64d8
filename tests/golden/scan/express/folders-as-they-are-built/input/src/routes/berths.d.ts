export interface Berth { length: number }
