export default function () {
  return (req, res, next) => next();
}
