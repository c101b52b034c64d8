import { ChildControllers, ClassErrorMiddleware, ClassMiddleware, ClassWrapper, Controller, Delete, Get, Middleware, Post } from '@overnightjs/core';
import type { NextFunction, Request, Response } from 'express';

const counted = (request: Request, response: Response, next: NextFunction): void => next();
const paid = (request: Request, response: Response, next: NextFunction): void => { if (request.headers.authorization) next(); else response.status(401).json({ owed: 2 }); };
const fresh = (request: Request, response: Response, next: NextFunction): void => next();
const torn = (error: Error, request: Request, response: Response, next: NextFunction): void => { response.status(500).json({ torn: error.message }); };
const calmly = (handler: (request: Request, response: Response) => unknown) => async (request: Request, response: Response, next: NextFunction) => { try { await handler(request, response); } catch (error) { next(error); } };

@Controller('crosswords')
class Crosswords {
  @Get(':puzzle')
  solve(request: Request, response: Response) { return response.json({ puzzle: request.params.puzzle }); }
}

@Controller('papers')
@ClassMiddleware([counted])
@ClassErrorMiddleware(torn)
@ClassWrapper(calmly)
@ChildControllers([new Crosswords()])
export class PapersController {
  constructor(private readonly edition: string) {}

  @Get()
  list(request: Request, response: Response) { return response.status(200).json([{ edition: this.edition }]); }

  @Post('order/:paper')
  @Middleware(paid)
  @Middleware([fresh])
  async order(request: Request, response: Response) { return response.status(201).json({ paper: request.params.paper, copies: request.body.copies }); }

  @Delete(/order\/\d+/) //~ core/regexp-path
  cancel(request: Request, response: Response) { response.sendStatus(204); }

  @Get('front')
  front = (request: Request, response: Response): void => { response.send('extra'); };
}
