const express = require('express');
const app = express();
class Menu {
  constructor(...dishes) { this.dishes = dishes; }
  *[Symbol.iterator]() { for (const dish of this.dishes) yield `/${dish}`; }
  set special(value) { this._special = `/special/${value}`; }
  get special() { return this._special; }
  static of(...args) { return new this(...args); }
}
const menu = Menu.of('soup', 'stew');
menu.special = 'pie';
for (const path of menu) app.get(path, (req, res) => res.end());
app.post(menu.special, (req, res) => res.end());
const [starter] = menu;
app.put(starter, (req, res) => res.end());
const lazy = { get path() { delete this.path; return (this.path = '/lazy'); } };
app.put(lazy.path + lazy.path, (req, res) => res.end());
const frozen = Object.freeze({ list: Object.entries({ m: 1, n: 2 }).map(([key, value]) => key + value) });
frozen.list.forEach((each) => app.patch(`/${each}`, (req, res) => res.end()));
app.listen(1);
