import { diagnosticId, fillSlots, ownerOf, type Catalogue, type Diagnostic, type DiagnosticDefinition, type DiagnosticId } from '@tool/ir';
import type { Site } from '../../evaluator/index.js';

/** The reporting interface that both the evaluator's host and `emit` use. */
export interface Reporter {
  report(catalogue: Catalogue, code: string, args: Readonly<Record<string, string>>, site: Site | null): DiagnosticId;
}

const keyOfReport = (code: string, place: unknown, message: string): string => `${code}\0${JSON.stringify(place)}\0${message}`;

/** The diagnostics of one scan, each said once. */
export class Reports implements Reporter {
  readonly all: Diagnostic[] = [];
  private readonly known = new Map<string, DiagnosticId>();

  report(catalogue: Catalogue, code: string, args: Readonly<Record<string, string>>, site: Site | null): DiagnosticId {
    const definition = catalogue[code] as DiagnosticDefinition;
    const place = site ? site.span : { synthetic: 'project' };
    const message = fillSlots(definition.message, args);
    const key = keyOfReport(`${ownerOf(catalogue)}/${code}`, place, message);
    const known = this.known.get(key);
    if (known) return known;
    const id = diagnosticId(this.all.length);
    this.all.push({
      id,
      code: `${ownerOf(catalogue)}/${code}`,
      severity: definition.severity,
      message,
      place,
      related: [],
      ...(definition.help !== undefined && { help: fillSlots(definition.help, args) }),
      loss: definition.loss,
    });
    this.known.set(key, id);
    return id;
  }

  /** Forgets all but the first so many. */
  keepFirst(count: number): void {
    this.all.length = count;
    this.known.clear();
    for (const { id, code, place, message } of this.all) this.known.set(keyOfReport(code, place, message), id);
  }
}
