import { createConnection } from 'node:net';
import { AppError } from '#db/errors/app-error.ts';
import type { LabelDpi } from '#db/labels/label-kind.ts';
import { zplJob } from '#db/labels/zpl.ts';
import type { PrinterAddress } from '#sync-server/config/env.ts';
import { createStubPrinter, type LabelPrinter } from './label-printer.ts';

export interface ZplPrinterOptions {
  name: string;
  host: string;
  port?: number;
  dpi: LabelDpi;
  timeoutMs?: number;
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'refuses the connection. Check that it is switched on and ready.',
  EHOSTUNREACH: 'cannot be reached. Check its network cable and address.',
  ENETUNREACH: 'cannot be reached. Check its network cable and address.',
  ENOTFOUND: 'has an unknown address. Check the printer’s address in the settings.',
  ECONNRESET: 'broke the connection. Check its labels and ribbon, then print again.',
};

const unavailable = (name: string, code: string): AppError =>
  new AppError(
    'UNAVAILABLE',
    `Printer ${name} ${REASONS[code] ?? 'does not answer. Check it, then print again.'}`,
  );

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/** Send raw bytes to a printer's port and wait until it has accepted and closed them. */
function sendToPrinter(data: string, options: ZplPrinterOptions): Promise<void> {
  const { name, host, port = 9100, timeoutMs = 5000 } = options;
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port });
    // One limit for the whole request, so that a slow printer cannot hold it forever.
    const limit = setTimeout(() => finish(unavailable(name, 'ETIMEDOUT')), timeoutMs);
    const finish = (error: AppError | null): void => {
      clearTimeout(limit);
      socket.destroy();
      if (error) reject(error);
      else resolve();
    };
    let isSent = false;
    socket.on('connect', () => {
      socket.end(data, 'utf8', () => {
        isSent = true;
      });
    });
    socket.on('error', (error) => finish(unavailable(name, codeOf(error))));
    socket.on('close', () => finish(isSent ? null : unavailable(name, 'ECONNRESET')));
    // Printers may send status bytes; unread, they would keep the connection open.
    socket.resume();
  });
}

/** Create a Zebra-compatible printer on the network (TCP port 9100). */
export const createZplPrinter = (options: ZplPrinterOptions): LabelPrinter => ({
  name: options.name,
  dpi: options.dpi,
  print: ({ kind, labels, copies }) => sendToPrinter(zplJob(kind, labels, options.dpi, copies), options),
});

/** The printers of the lab by name. */
export type Printers = ReadonlyMap<string, LabelPrinter>;

/** Connect the configured printers; the `stub` printer is always among them. */
export function createPrinters(addresses: readonly PrinterAddress[], log?: (line: string) => void): Printers {
  const all = [createStubPrinter(log), ...addresses.map((address) => createZplPrinter(address))];
  return new Map(all.map((printer) => [printer.name, printer]));
}
