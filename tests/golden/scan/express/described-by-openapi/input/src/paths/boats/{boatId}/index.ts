// A function of what is injected gives the methods.
export default function () {
  return { del, parameters: [{ in: 'path', name: 'boatId', required: true, type: 'integer' }] };
  function del(req, res) { res.status(204).end(); }
}
