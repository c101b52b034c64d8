'use strict';

exports.count = 1;
