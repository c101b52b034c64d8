// No folder of this name says that it holds tests; what the file imports does. The server in it stands for another one.
const { expect } = require('chai');
const express = require('express');
const request = require('supertest');
const lantern = require('../lantern');

describe('hooks', () => {
  it('are told', async () => {
    const told = express();
    told.post('/', (req, res) => res.send('told'));
    told.listen(4016);
    expect((await request(lantern).post('/flames')).status).to.equal(201);
  });
});
const stub = express();
stub.get('/stub', (req, res) => res.send('stub'));
stub.listen(4017);
