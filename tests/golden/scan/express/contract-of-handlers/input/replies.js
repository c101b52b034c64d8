exports.found = (reply, data) => reply.json({ ok: true, data });
exports.refused = (reply, code, why) => reply.status(code).json({ ok: false, why });
