import express from 'express';
import { path } from 'static-path';

const museum = express();

// Each has its pattern, whatever slashes it was put together with.
const rooms = path('/rooms/');
const room = rooms.path(':room');
const pictures = room.path('/pictures//');
const shelves = { list: path('/').path('shelves'), shelf: path('/').path('shelves').path(':shelf/books') };
museum.get(rooms.pattern, (request, response) => { response.json({ rooms: 3 }); });
museum.get(room.pattern, (request, response) => { response.json({ room: request.params.room, link: room({ room: request.params.room }) }); });
museum.post(pictures.pattern, (request, response) => { response.redirect(pictures({ room: request.params.room })); });
for (const { pattern } of Object.values(shelves)) museum.get(pattern, (request, response) => { response.json({ pattern }); });

// What is below a part that nobody knows is not known either.
const wing = path('/wings').path(String(process.env.WING));
museum.get(wing.path('doors').pattern, (request, response) => { response.json({ doors: 2 }); }); //~ project/unknown-path

museum.listen(8080);
