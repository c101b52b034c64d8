"use strict";
// Compiled from a source that is gone.
const express = require("express");
const winds = express();
winds.get("/winds", (req, res) => res.json([]));
module.exports = winds;
