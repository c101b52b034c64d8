export interface Line {
  level: string;
  text: string;
  detail?: { station: string };
  line: number;
}

/** The last lines that were written, for whoever asks. */
export class Journal {
  readonly lines: Line[] = [];

  private write(level: string, text: string, station?: string) {
    this.lines.push({ level, text, ...(station && { detail: { station } }), line: this.lines.length });
    if (this.lines.length > 500) this.lines.shift();
  }
  info(text: string, station?: string) {
    this.write('info', text, station);
  }
  warn(text: string, station?: string) {
    this.write('warn', text, station);
  }
}
