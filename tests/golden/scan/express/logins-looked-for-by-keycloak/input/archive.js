const express = require('express');
const session = require('express-session');
const Keycloak = require('keycloak-connect');

const archive = express();
const store = new session.MemoryStore();
const keycloak = new Keycloak({ store });
archive.use(session({ secret: 'dust', store }));

// Looks for a login, and refuses nobody.
archive.use(keycloak.middleware({ logout: '/leave' }));
archive.get('/shelves', (req, res) => res.json([]));
archive.get('/hints', keycloak.checkSso(), (req, res) => res.json({ known: Boolean(req.kauth) }));

archive.get('/folios', keycloak.protect(), (req, res) => res.json([]));
archive.delete('/folios/:folio', keycloak.protect('realm:archivist'), (req, res) => res.status(204).end());
archive.get('/maps', keycloak.enforcer('maps:read'), (req, res) => res.json([]));

// Without a login: refused where tokens alone are taken, sent to one elsewhere.
const readers = new Keycloak({}, { realm: 'archive', 'bearer-only': true });
const desk = new Keycloak({ store }, { realm: 'archive', resource: 'desk' });
archive.get('/scans', readers.protect(), (req, res) => res.json([]));
archive.get('/desk', desk.protect(), (req, res) => res.json([]));
archive.get('/desk/keys', desk.protect((token) => token.hasRole('clerk')), (req, res) => res.json([]));
archive.listen(3000);
