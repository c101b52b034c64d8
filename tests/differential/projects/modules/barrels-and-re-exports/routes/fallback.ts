const fallback = (req: any, res: any) => { res.end(); };
export default fallback;
