export const STONE = 6.35;
