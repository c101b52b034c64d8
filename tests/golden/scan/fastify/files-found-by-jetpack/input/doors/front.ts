export const path = '/front';
export const open = async () => ({ open: true });
