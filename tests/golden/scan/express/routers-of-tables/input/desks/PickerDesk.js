// A function that gives the handlers.
const PickerDesk = () => {
  const enlist = (req, res) => res.status(201).json({ name: req.body.name });
  const find = (req, res) => (req.params.name === 'nobody' ? res.status(404).json({ msg: 'no' }) : res.json({ name: req.params.name }));
  return { enlist, find };
};
module.exports = PickerDesk;
