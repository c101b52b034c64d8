export function GET(req, res) { res.end(); }
export async function POST(req, res) { res.end(); }
