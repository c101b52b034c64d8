import { Router } from 'express';
export default Router().get('/cranes', (req, res) => { res.json([]); });
