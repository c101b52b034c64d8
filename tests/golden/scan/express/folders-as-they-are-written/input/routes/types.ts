import { Router } from 'express';
export default Router().get('/types', (req, res) => { res.json([]); }); //~ core/unmounted-router
