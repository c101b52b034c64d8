export const tuned = new Promise((resolve) => {
  setTimeout(() => resolve('deep'), 10);
});
