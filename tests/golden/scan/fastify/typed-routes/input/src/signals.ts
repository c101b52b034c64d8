export interface NewSignal { colour: 'red' | 'white'; seconds: number; note?: string }
export interface SignalRoute { Body: Partial<NewSignal>; Params: { id: string } }
