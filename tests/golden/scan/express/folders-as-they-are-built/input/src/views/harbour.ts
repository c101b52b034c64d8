import { Router } from 'express';
export default Router().get('/harbour', (req, res) => { res.json({}); });
