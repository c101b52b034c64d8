export const path = '/never';
export const open = async () => ({ open: false });
