import type { PrinterAddress } from '#sync-server/config/printer-addresses.ts';
import type { LabelPrinter } from './port.ts';
import { createStubPrinter } from './stub-printer.ts';
import { createZplPrinter } from './zpl-printer.ts';

/** The printers of the lab by name. */
export type Printers = ReadonlyMap<string, LabelPrinter>;

/** Connect the configured printers; the `stub` printer is always among them. */
export function createPrinters(addresses: readonly PrinterAddress[], log?: (line: string) => void): Printers {
  const all = [createStubPrinter(log), ...addresses.map((address) => createZplPrinter(address))];
  return new Map(all.map((printer) => [printer.name, printer]));
}
