import { Router } from 'express';

const paddock = Router({ mergeParams: true });
paddock.get('/', (req, res) => { res.json({ paddock: req.params.paddock }); });
export default paddock;
