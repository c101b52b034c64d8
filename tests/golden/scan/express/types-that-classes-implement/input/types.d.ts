export interface Berths { list(): { berth: string }[] }
export interface Closable<Reason> { close(reason: Reason): void }
export interface Reason { text: string }
