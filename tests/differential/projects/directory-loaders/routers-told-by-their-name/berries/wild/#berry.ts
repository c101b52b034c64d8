import { Router } from 'express';

const berry = Router({ mergeParams: true });
berry.get('/', (req, res) => { res.json(1); });
berry.post('/', (req, res) => { res.json(1); });
export default berry;
