import axios, { type AxiosInstance } from 'axios';
import express from 'express';
import { z } from 'zod';

interface Station {
  code: string;
  height: number;
}
interface Readings {
  values: { [sensor: string]: number };
  taken: string;
}
interface Reading {
  sensor: string;
  value: number;
}

// What a call of a generic function gives is told by the call, when its promise was pending, too.
class Client {
  private readonly http: AxiosInstance;
  constructor(base: string) {
    this.http = axios.create({ baseURL: base });
  }
  protected async get<Body>(path: string): Promise<Body> {
    const answer = await this.http.get<Body>(path);
    return answer.data;
  }
}
const rows = (values: { [sensor: string]: number }): Reading[] => Object.entries(values).map(([sensor, value]) => ({ sensor, value }) as Reading);

class Stations extends Client {
  constructor() {
    super('https://stations.example');
  }
  async station(code: string) {
    return await this.get<Station>(`/stations/${code}`);
  }
  async readings(code: string): Promise<Reading[]> {
    const found = await this.get<Readings>(`/stations/${code}/readings`);
    return rows(found.values);
  }
  async sensors(code: string) {
    const found = await this.get<Readings>(`/stations/${code}/readings`);
    return { names: Object.keys(found.values), pairs: Object.entries(found.values).map(([name, value]) => ({ name, value })) };
  }
}
const stations = new Stations();

const desk = express();
desk.use(express.json());
desk.get('/stations/:code', async (request, response) => response.json(await stations.station(request.params.code)));
desk.get('/stations/:code/readings', async (request, response) => response.json(await stations.readings(request.params.code)));
desk.get('/stations/:code/sensors', async (request, response) => response.json(await stations.sensors(request.params.code)));

// What is spread into a record is one, whatever else it might be.
const inCamelCase = (value: any): any => {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()), inCamelCase(inner)]));
};
desk.get('/outlook', async (request, response) => {
  const answer = await axios.get('https://outlook.example');
  response.json({ ...inCamelCase(answer.data), asked: Date.now() });
});

// Records whose names a schema lists have these members.
const days = z.enum(['monday', 'tuesday']);
const plan = z.object({ hours: z.record(days, z.number().int().min(0)), notes: z.record(z.string(), z.string()).optional() });
desk.put('/plan', (request, response) => {
  const given = plan.parse(request.body);
  const noted = Object.entries(given.notes ?? {}).map(([day, note]) => `${day}: ${note}`);
  response.json({ monday: given.hours.monday, noted });
});
desk.listen(3000);
