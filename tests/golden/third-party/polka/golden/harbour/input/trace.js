'use strict';
/** A middleware that leaves its name, and the answer that shows who ran. */
exports.mark = (request, name) => { (request.ran = request.ran || []).push(name); };
exports.answer = (request, response, name) => { response.end(`[${(request.ran || []).join(', ')}] -> ${name}`); };
