export const init = ({ hall }) => {
  hall.get('/voices', (req, res) => res.json({ voices: 40 }));
};
