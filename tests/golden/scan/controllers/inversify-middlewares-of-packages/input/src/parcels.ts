import multer from 'multer';
import passport from 'passport';
import rateLimit from 'express-rate-limit';
import type { Request, Response } from 'express';
import { controller, httpGet, httpPost, request, requestParam, response } from 'inversify-express-utils';

const slips = multer({ dest: 'slips/' });

// What packages make, for the whole controller and for one of its routes.
@controller('/parcels', passport.authenticate('jwt', { session: false }))
export class ParcelController {
  @httpGet('/', rateLimit({ windowMs: 60_000, max: 30 }))
  list() {
    return [{ weight: 2 }];
  }

  @httpPost('/:id/slip', slips.single('slip'))
  attach(@requestParam('id') id: string, @request() req: Request, @response() res: Response) {
    const slip: any = req.file;
    return res.status(201).json({ id });
  }
}

// What the container is asked for by a name stays that.
@controller('/letters', 'Stamp')
export class LetterController {
  @httpGet('/', 'Seal')
  list() {
    return [{ lines: 3 }];
  }
}
