import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Gales } from './gales';
import { Gusts } from './gusts';
import { Rainfall } from './rainfall';
import { Sunshine } from './sunshine';

@Module({ controllers: [Gales, Gusts, Rainfall, Sunshine] })
class Mast {}

NestFactory.create(Mast).then((mast) => mast.listen(4010));
