exports.keeper = (req, res, next) => {
  if (req.headers.authorization !== `Bearer ${process.env.DOOR_KEY}`) return res.status(401).json({ error: 'the door is closed' });
  next();
};
