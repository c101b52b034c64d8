// It carries nothing that anybody posts.
export const departures = ['07:10'];
