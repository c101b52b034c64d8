const brass = {
  init({ hall }) {
    hall.get('/horns', (req, res) => res.json({ horns: 4 }));
  },
};
export default brass;
