class Sweep {
  over(tower) {
    tower.get('/beam/:angle', (request, response) => response.json({ angle: Number(request.params.angle) }));
  }
}

export const sweep = new Sweep();
