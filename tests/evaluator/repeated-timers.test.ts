import { describe, expect, test } from '@jest/globals';
import { scanMini } from '../support/mini-project.js';

const SERVER =
  "const app = require('express')();\nconst lookup = require('some-names');\nlet seen = {};\napp.get('/before', (req, res) => res.end());\n";
/** A look at something outside, of some hundred steps. */
const CHECK =
  'function check(name) { for (let at = 0; at < 30; at++) { seen[name + at] = [at, seen]; } return lookup.resolve(name).then((found) => { seen[name] = found; }); }\n';
/** The same, which could register something in any round. */
const TELLING_CHECK = CHECK.replace('{', "{ if (seen.never) app.get('/never', (req, res) => res.end());");
const LATER = "\nsetTimeout(() => { setTimeout(() => { app.get('/later', (req, res) => res.end()); }, 1); }, 1);\napp.listen(1);\n";

describe('timers that start themselves again', () => {
  test.each([
    ['with a named function', 'function beat() { check("a"); setTimeout(beat, 1000); }\nbeat();'],
    [
      'behind what a round waits for',
      'class Beat { async go() { await check("a"); await Promise.resolve(1).then(() => check("b")); this.again(); } again() { setTimeout(() => { this.go(); }, 1000); } }\nnew Beat().go();',
    ],
    ['in turns', 'function tick() { check("a"); setTimeout(tock, 10); }\nfunction tock() { check("b"); setTimeout(tick, 10); }\ntick();'],
    [
      'in both arms of a condition',
      'function beat() { check("a"); if (lookup.isIdle()) { setTimeout(beat, 10); return; } check("b"); again(); }\nfunction again() { setTimeout(beat, 10); }\nbeat();',
    ],
    [
      'at the same place in both arms',
      'function beat() { if (lookup.isIdle()) { again(); return; } check("b"); again(); }\nfunction again() { check("a"); setTimeout(beat, 10); }\nbeat();',
    ],
    ['at once', 'function spin() { check("a"); setImmediate(spin); }\nspin();'],
  ])('%s are left, with the place said where they could register something', async (_, program) => {
    const scan = await scanMini({ 'index.js': `${SERVER}${TELLING_CHECK}${program}${LATER}` });
    expect(scan.routes).toEqual(['GET /before []', 'GET /later []']);
    expect(scan.diagnostics).not.toEqual([]);
    for (const each of scan.diagnostics) expect(each).toMatch(/^evaluator\/out-of-fuel [1-9]/);
    const quiet = await scanMini({ 'index.js': `${SERVER}${CHECK}${program}${LATER}` });
    expect(quiet.routes).toEqual(scan.routes);
    expect(quiet.diagnostics).toEqual([]);
  });

  test.each([
    [
      'counted',
      'let rounds = 0;\nfunction count() { check("a"); if (++rounds === 15) app.get("/counted/" + rounds, (req, res) => res.end()); else setTimeout(count, 10); }\ncount();',
      '/counted/15',
    ],
    [
      'one for each element',
      'const names = Array.from({ length: 40 }, (_, at) => "n" + at);\nfunction next() { check("a"); const name = names.shift(); if (!name) return; app.get("/" + name, (req, res) => res.end()); setTimeout(next, 10); }\nnext();',
      '/n39',
    ],
    [
      'waited for in a loop',
      'const pause = () => new Promise((resolve) => { setTimeout(resolve, 5); });\n(async () => { for (let at = 0; at < 40; at++) { check("a"); await pause(); } app.get("/waited", (req, res) => res.end()); })();',
      '/waited',
    ],
    [
      'waited for by promises',
      'const pause = () => new Promise((resolve) => { setTimeout(() => resolve(), 5); });\nlet all = Promise.resolve();\nfor (let at = 0; at < 40; at++) all = all.then(() => { check("a"); return pause(); });\nall.then(() => { app.get("/chained", (req, res) => res.end()); });',
      '/chained',
    ],
  ])('those that have an end or tell something run: %s', async (_, program, path) => {
    const scan = await scanMini({ 'index.js': `${SERVER}${CHECK}${program}${LATER}` });
    expect(scan.routes).toContain(`GET ${path} []`);
    expect(scan.routes).toContain('GET /later []');
    expect(scan.diagnostics).toEqual([]);
  });

  /** What a program does with each entry of a list that it reads: the next one is asked for in four arms. */
  const NEXT = 'if (!entry) go(at + 1); else if (entry.kind === "a") go(at + 1); else if (at > lookup.count) go(at + 1); else go(at + 1);';
  test.each([
    [
      'files',
      `const fs = require('fs');\nfunction go(at) { fs.readFile(lookup.names[at], (err, entry) => { check("a"); ${NEXT} }); }\ngo(0);`,
    ],
    [
      'files behind promises',
      `const fs = require('fs');\nconst read = (name) => new Promise((resolve, reject) => { fs.readFile(name, (err, data) => { if (err) reject(err); else resolve(data); }); });\n` +
        `function go(at) { read(lookup.names[at]).then((entry) => { check("a"); ${NEXT} }); }\ngo(0);`,
    ],
  ])('so are callbacks that ask for the next entry of what nobody knows the length of: %s', async (_, program) => {
    const scan = await scanMini({ 'index.js': `${SERVER}${TELLING_CHECK}${program}${LATER}` });
    expect(scan.routes).toEqual(['GET /before []', 'GET /later []']);
    for (const each of scan.diagnostics) expect(each).toMatch(/^evaluator\/out-of-fuel [1-9]/);
  });

  test.each([
    [
      'files of a folder, one by one',
      "const fs = require('fs'), path = require('path');\nfs.readdir(__dirname + '/routes', (err, names) => { (function next(at) { if (at === names.length) return void app.get('/all', (req, res) => res.end());\n" +
        "fs.stat(path.join(__dirname, 'routes', names[at]), (err, found) => { check('a'); if (found.isFile()) check('b'); next(at + 1); }); })(0); });",
    ],
    [
      'steps behind promises',
      "const steps = Array.from({ length: 50 }, (_, at) => () => Promise.resolve(at));\n(function next(at) { if (at === steps.length) return void app.get('/all', (req, res) => res.end());\n" +
        'steps[at]().then(() => { seen[at] = [at]; next(at + 1); }); })(0);',
    ],
  ])('but not those of a list that ends: %s', async (_, program) => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_each, at) => [`routes/r${at}.js`, '']));
    const scan = await scanMini({ 'index.js': `${SERVER}${CHECK}${program}${LATER}`, ...files });
    expect(scan.routes).toContain('GET /all []');
    expect(scan.diagnostics).toEqual([]);
  });
});
