exports.find = async (name) => {
  if (!name) throw new Error('nothing is looked for');
  return { name };
};
