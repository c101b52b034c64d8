import { Injectable } from '@nestjs/common';
import { PrismaClient } from 'src/written/records/client';

@Injectable()
export class Records extends PrismaClient {}
