// A function of what is injected gives the methods.
export default function () {
  get.apiDoc = {
    // Either does; who has neither is refused by the package: 401.
    security: [{ Bearer: [] }, { Pass: [] }],
    // Texts of the path and the query become what the description says: 400 where they cannot.
    parameters: [{ in: 'query', name: 'since', schema: { type: 'integer', minimum: 1900 } }],
    responses: { 200: { description: 'A boat' } },
  };
  return { del, get, parameters: [{ in: 'path', name: 'boatId', required: true, schema: { type: 'integer' } }] };
  function del(req, res) { res.status(204).end(); }
  async function get(req, res) {
    // What is rejected goes to the error handler: `promiseMode`.
    if (req.params.boatId > 900) throw Object.assign(new Error('Sunk'), { status: 410 });
    res.json({ boat: req.params.boatId, since: req.query.since });
  }
}
