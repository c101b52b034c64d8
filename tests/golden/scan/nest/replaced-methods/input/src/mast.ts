import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Gusts } from './gusts';
import { Rainfall } from './rainfall';
import { Sunshine } from './sunshine';

@Module({ controllers: [Gusts, Rainfall, Sunshine] })
class Mast {}

NestFactory.create(Mast).then((mast) => mast.listen(4010));
