import { zplJob } from '#db/labels/zpl.ts';
import { STUB_PRINTER } from '#sync-server/config/printer-addresses.ts';
import type { LabelPrinter, PrintRequest } from './port.ts';

/** What the stub printer has been asked to print, newest last. */
export interface StubPrinter extends LabelPrinter {
  printed: readonly (PrintRequest & { zpl: string })[];
}

/** As many jobs are remembered as a person can look through. */
const REMEMBERED = 200;

/** The printer of a lab without printers: it lays every label out as a real one would and writes a line to the log. */
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
