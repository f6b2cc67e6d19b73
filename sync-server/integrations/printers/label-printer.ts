import type { LabelContent, LabelDpi, LabelKind } from '#db/labels/label-kind.ts';
import { zplJob } from '#db/labels/zpl.ts';
import { STUB_PRINTER } from '#sync-server/config/env.ts';

/** A print request. */
export interface PrintRequest {
  jobId: string;
  kind: LabelKind;
  labels: readonly LabelContent[];
  copies: number;
}

/** A label printer that the server reaches; `print` rejects with an AppError that says what to do. */
export interface LabelPrinter {
  name: string;
  dpi: LabelDpi;
  print(request: PrintRequest): Promise<void>;
}

/** The print requests of the stub printer, newest last. */
export interface StubPrinter extends LabelPrinter {
  printed: readonly (PrintRequest & { zpl: string })[];
}

/** How many requests are stored, so that a person can look through them. */
const REMEMBERED = 200;

/** Create the printer of a lab without printers: it lays out each label like a real one and logs a line. */
export function createStubPrinter(log: (line: string) => void = () => {}): StubPrinter {
  const printed: (PrintRequest & { zpl: string })[] = [];
  return {
    name: STUB_PRINTER,
    dpi: 203,
    printed,
    print: async (request) => {
      const zpl = zplJob(request.kind, request.labels, 203, request.copies);
      printed.push({ ...request, zpl });
      printed.splice(0, Math.max(0, printed.length - REMEMBERED));
      log(
        `print job ${request.jobId}: ${request.labels.length} ${request.kind} labels, ${request.copies} copies each`,
      );
    },
  };
}
