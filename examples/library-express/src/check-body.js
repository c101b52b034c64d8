/** Refuses bodies that break a rule with 400, and says which. */
export const checkBody = (rules) => (request, response, next) => {
  const problem = Object.entries(rules).map(([name, rule]) => describe(name, request.body?.[name], rule)).find((text) => text !== null);
  if (problem !== undefined) return response.status(400).json({ error: problem });
  next();
};

function describe(name, value, { type = 'string', minLength, maxLength, format, min, max, integer, enum: choices }) {
  if (value === undefined || value === null) return `${name} is missing`;
  if (choices) return choices.includes(value) ? null : `${name} is none of ${choices.join(', ')}`;
  if (typeof value !== type) return `${name} is no ${type}`;
  if (minLength !== undefined && value.length < minLength) return `${name} is too short`;
  if (maxLength !== undefined && value.length > maxLength) return `${name} is too long`;
  if (format && !format.test(value)) return `${name} has the wrong form`;
  if (min !== undefined && value < min) return `${name} is too small`;
  if (max !== undefined && value > max) return `${name} is too large`;
  if (integer && !Number.isInteger(value)) return `${name} is no whole number`;
  return null;
}
