/** The files that all generated programs have: own error classes, small functions, services. */
export const ERRORS = `class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
class Missing extends HttpError {
  constructor(what) { super(404, what + ' not found'); }
}
class Refused extends HttpError {
  constructor(message = 'refused', details = { k0: 1 }) { super(403, message); this.details = details; }
}
module.exports = { HttpError, Missing, Refused };
`;

export const HELPERS = `const { HttpError } = require('./errors');
const ok = (res, data, status = 200) => res.status(status).json(data);
function fail(res, status, message) {
  res.status(status);
  return res.json({ kerror: message, kcode: status });
}
const assertPresent = (value, name) => { if (!value) throw new HttpError(422, name + ' is missing'); };
const pickOf = (source, ...names) => names.reduce((all, name) => ({ ...all, [name]: source[name] }), {});
const view = ({ kid, ksecret, ...others }) => ({ ...others, kid });
function label(value) { return 'label ' + value; }
const clean = (text) => (typeof text === 'string' ? text.trim() : '');
module.exports = { ok, fail, assertPresent, pickOf, view, label, clean };
`;

export const SERVICE = `const { EventEmitter } = require('node:events');
const { HttpError, Missing } = require('./errors');
const rows = [{ kid: 1, kname: 'ash', kon: true, ksecret: 'x', ktags: ['a'] }, { kid: 2, kname: 'elm', kon: false, ksecret: 'y', ktags: [] }];
const store = { all: () => rows, byName: (name) => rows.find((row) => row.kname === name) };
class Depot {
  constructor() { this.rows = rows; }
  async find(name) {
    const found = this.rows.find((row) => row.kname === name);
    if (!found) throw new Missing('row');
    return found;
  }
  async list() { return this.rows.map((row) => ({ kid: row.kid, kname: row.kname })); }
  count() { return this.rows.length; }
  static make(name) { return { kid: rows.length + 1, kname: String(name), kon: true }; }
}
const later = (value) => new Promise((resolve) => setImmediate(() => resolve(value)));
const findLater = (name) => new Promise((resolve, reject) => {
  const found = store.byName(name);
  if (found) resolve(found); else reject(new HttpError(410, 'gone'));
});
function lookup(name, done) {
  setImmediate(() => {
    const found = store.byName(name);
    if (!found) return done(new Missing('entry'));
    done(null, found);
  });
}
const told = (name) => new Promise((resolve, reject) => {
  const teller = new EventEmitter();
  teller.on('error', (error) => reject(new HttpError(502, error.message)));
  teller.once('row', resolve);
  setImmediate(() => {
    const found = store.byName(name);
    if (!found) teller.emit('error', new Error('nobody told'));
    else teller.emit('row', found);
  });
});
function parsed(text) {
  try { return JSON.parse(text); } catch (error) { return null; }
}
module.exports = { store, Depot, later, findLater, lookup, told, parsed };
`;

export const wrapper = (form: number): string =>
  [
    `const wrap = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next);`,
    `const wrap = (fn) => async (req, res, next) => { try { await fn(req, res, next); } catch (error) { next(error); } };`,
    `function wrap(fn) {\n  return function (req, res, next) {\n    fn(req, res, next).catch((error) => next(error));\n  };\n}`,
    `const wrap = (fn) => function wrapped(...args) { const next = args[args.length - 1]; return Promise.resolve(fn(...args)).catch(next); };`,
  ][form]!;

export const errorHandler = (form: number): string =>
  [
    `app.use((error, req, res, next) => { res.status(error.status || 500).json({ kerror: error.message }); });`,
    `app.use((error, req, res, next) => {\n  if (error instanceof HttpError) return res.status(error.status).json({ kerror: error.message, kname: error.name });\n  res.status(500).json({ kerror: 'failed' });\n});`,
    `app.use(function (error, req, res, next) {\n  const { status = 500, message } = error;\n  const body = { kok: false, kmessage: message };\n  if (error.details) body.kdetails = error.details;\n  res.status(status).send(body);\n});`,
    `app.use((error, req, res, next) => {\n  let status = 500;\n  switch (error.status) {\n    case 404: status = 404; break;\n    case 422: status = 400; break;\n    default: if (error.status) status = error.status;\n  }\n  res.status(status);\n  res.json({ kerrors: [{ kstatus: status, ktitle: error.message }] });\n});`,
    `const known = { 404: 'missing', 403: 'refused' };\napp.use((error, req, res, next) => {\n  if (res.headersSent) return next(error);\n  const status = error.status ?? 500;\n  return res.status(status).json({ kcode: status, kkind: known[status] || 'other' });\n});`,
    '',
  ][form]!;
