/** A value of the request that a generated handler takes, and values to send for it. */
export interface Field {
  readonly part: 'body' | 'query' | 'path' | 'header';
  readonly name: string;
  readonly values: readonly unknown[];
}

export interface GeneratedEndpoint {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly Field[];
}

export interface ContractProgram {
  readonly files: ReadonlyMap<string, string>;
  readonly entry: string;
  readonly version: '4' | '5';
  readonly format: string;
  readonly endpoints: readonly GeneratedEndpoint[];
}
