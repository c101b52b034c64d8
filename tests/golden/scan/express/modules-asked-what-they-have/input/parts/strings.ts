export const init = async ({ hall }) => {
  hall.get('/violins', (req, res) => res.json({ violins: 16 }));
};
export const finalize = ({ hall }) => {
  hall.get('/tuned', (req, res) => res.json({ tuned: true }));
};
