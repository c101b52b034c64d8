export enum Root { Fern = '/ferns', Moss = '/mosses' }
export const paths = { fern: Root.Fern, moss: `${Root.Moss}/:moss`, root: '/' } as const;
