import type { Operation } from 'express-openapi';

export const GET: Operation = (req, res) => { res.json([{ name: 'Heron' }]); };
GET.apiDoc = { responses: { 200: { description: 'All boats' } } };

export const POST: Operation[] = [mayMoor(), moor()];
POST.apiDoc = { security: [{ Bearer: [] }], requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 40 } } } } } }, responses: { 201: { description: 'Moored' } } };

function mayMoor(): Operation { return function isMember(req, res, next) { next(); }; }
function moor(): Operation { return async (req, res) => { res.status(201).json({ name: req.body.name }); }; }
