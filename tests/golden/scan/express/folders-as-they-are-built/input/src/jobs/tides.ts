import { Router } from 'express';
export default Router().post('/', (req, res) => { res.sendStatus(202); });
