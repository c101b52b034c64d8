export const GET = (req, res) => res.end();
