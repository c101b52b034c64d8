export const add = (post) => post('/letters', (req, res) => res.status(202).json({ by: 'pigeon' }));
