const mongoose = require('mongoose');
const counters = require('./counters');

exports.Base = class Base {
  constructor() {
    this.schema = new mongoose.Schema(this.fields());
    this.schema.plugin(counters.numbered);
    this.model = mongoose.model(this.name(), this.schema);
  }
};
