exports.open = {
  'POST /pickers': 'PickerDesk.enlist',
  'GET  /pickers/:name': 'PickerDesk.find',
  'PUT /rows/:row': 'RowDesk.plant',
  'DELETE /rows/:row': 'RowDesk.missing',
};
exports.keyed = {
  'GET /weights': { path: 'ScaleDesk.weigh', middlewares: [(req, res, next) => next()] },
  'PATCH /weights': 'ScaleDesk.correct',
};
