import { Router } from 'express';

export default Router().get('/ponds', (req, res) => res.send('pond'));
