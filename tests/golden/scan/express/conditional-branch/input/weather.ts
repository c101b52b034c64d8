export const hotToday = (): boolean => Math.random() > 0.5;
