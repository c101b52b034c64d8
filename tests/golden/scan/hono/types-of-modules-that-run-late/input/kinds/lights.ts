export interface Light {
  id: number;
  name: string;
  lit?: Date;
}
export type Row = { light: Light; miles: number };
