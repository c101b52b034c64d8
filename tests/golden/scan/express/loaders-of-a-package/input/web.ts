import express from 'express';
export const webLoader = (settings: any) => {
  if (settings) {
    const app = express();
    app.get('/in-loader', (req: any, res: any) => res.end());
    app.listen(3000);
  }
};
