export const path = '/trunk';
export const open = async () => ({ dusty: true });
