export const init = ({ hall }) => {
  hall.post('/drums', (req, res) => res.status(201).json({ struck: true }));
};
