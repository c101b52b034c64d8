export interface Priced { price: number }
