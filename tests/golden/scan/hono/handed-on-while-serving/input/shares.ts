export const shares = [{ owner: 'town', part: 3 }];
