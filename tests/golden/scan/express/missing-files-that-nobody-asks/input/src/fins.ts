export const swim = (req, res) => res.json([]);
