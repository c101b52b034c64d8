export interface Numbered {
  number: number;
}
