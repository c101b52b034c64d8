import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Docks } from '@harbour/docks';
import { Cranes } from '@harbour/docks/cranes';
import { Ships } from '@harbour/ships';

@Module({ imports: [Ships, Docks, Cranes] })
class Harbour {}

const harbour = await NestFactory.create(Harbour);
await harbour.listen(3000);
