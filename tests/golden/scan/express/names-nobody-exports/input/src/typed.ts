export interface Older { name: string }
