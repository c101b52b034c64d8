const express = require('express');

const customs = express();
customs.use(express.json());

class Held extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// Of many errors of one kind each of the last kinds is answered all the same.
customs.post('/parcels', (req, res) => {
  const parcel = req.body;
  if (!parcel.box0) throw new Held(400, 'box 0 is not said');
  if (!parcel.box1) throw new Held(400, 'box 1 is not said');
  if (!parcel.box2) throw new Held(400, 'box 2 is not said');
  if (!parcel.box3) throw new Held(400, 'box 3 is not said');
  if (!parcel.box4) throw new Held(400, 'box 4 is not said');
  if (!parcel.box5) throw new Held(400, 'box 5 is not said');
  if (!parcel.box6) throw new Held(400, 'box 6 is not said');
  if (!parcel.box7) throw new Held(400, 'box 7 is not said');
  if (!parcel.box8) throw new Held(400, 'box 8 is not said');
  if (!parcel.box9) throw new Held(400, 'box 9 is not said');
  if (!parcel.box10) throw new Held(400, 'box 10 is not said');
  if (!parcel.box11) throw new Held(400, 'box 11 is not said');
  if (!parcel.box12) throw new Held(400, 'box 12 is not said');
  if (!parcel.box13) throw new Held(400, 'box 13 is not said');
  if (!parcel.box14) throw new Held(400, 'box 14 is not said');
  if (!parcel.box15) throw new Held(400, 'box 15 is not said');
  if (!parcel.box16) throw new Held(400, 'box 16 is not said');
  if (!parcel.box17) throw new Held(400, 'box 17 is not said');
  if (!parcel.box18) throw new Held(400, 'box 18 is not said');
  if (!parcel.box19) throw new Held(400, 'box 19 is not said');
  if (!parcel.box20) throw new Held(400, 'box 20 is not said');
  if (!parcel.box21) throw new Held(400, 'box 21 is not said');
  if (!parcel.box22) throw new Held(400, 'box 22 is not said');
  if (!parcel.box23) throw new Held(400, 'box 23 is not said');
  if (!parcel.box24) throw new Held(400, 'box 24 is not said');
  if (!parcel.box25) throw new Held(400, 'box 25 is not said');
  if (parcel.value > 1000) throw new Held(402, 'duty is to be paid');
  res.status(201).json({ passed: true });
});
customs.post('/letters', (req, res) => {
  try {
    const letter = req.body;
    if (!letter.line0) throw new Held(422, 'line 0 is empty');
    if (!letter.line1) throw new Held(422, 'line 1 is empty');
    if (!letter.line2) throw new Held(422, 'line 2 is empty');
    if (!letter.line3) throw new Held(422, 'line 3 is empty');
    if (!letter.line4) throw new Held(422, 'line 4 is empty');
    if (!letter.line5) throw new Held(422, 'line 5 is empty');
    if (!letter.line6) throw new Held(422, 'line 6 is empty');
    if (!letter.line7) throw new Held(422, 'line 7 is empty');
    if (!letter.line8) throw new Held(422, 'line 8 is empty');
    if (!letter.line9) throw new Held(422, 'line 9 is empty');
    if (!letter.line10) throw new Held(422, 'line 10 is empty');
    if (!letter.line11) throw new Held(422, 'line 11 is empty');
    if (!letter.line12) throw new Held(422, 'line 12 is empty');
    if (letter.heavy) throw new Held(413, 'that is a parcel');
    res.json({ passed: true });
  } catch (error) {
    res.status(error.status).json({ held: error.message });
  }
});
customs.use((error, req, res, next) => {
  res.status(error.status).json({ held: error.message });
});

customs.listen(3000);
