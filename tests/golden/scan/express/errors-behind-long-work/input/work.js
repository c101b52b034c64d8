// Takes more steps than the scan follows.
exports.long = () => {
  const sums = {};
  for (let turn = 0; turn < 4000; turn++) for (let by = 0; by < 4; by++) sums[`${turn}-${by}`] = (turn * by) % 7;
  return sums['3-3'];
};
