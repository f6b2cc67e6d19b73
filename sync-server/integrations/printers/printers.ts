import { LABEL_DPI } from '#db/labels/label-kind.ts';
import type { LabelPrinter } from './port.ts';
import { createStubPrinter } from './stub-printer.ts';
import { createZplPrinter } from './zpl-printer.ts';

/** The printers of the lab by name. */
export type Printers = ReadonlyMap<string, LabelPrinter>;

const PRINTER = /^([\w .-]{1,60})=([^:/\s]+)(?::(\d{1,5}))?\/(\d{3})$/;

const parsePrinter = (part: string): LabelPrinter => {
  const [, name, host, port, resolution] = PRINTER.exec(part) ?? [];
  const dpi = LABEL_DPI.find((known) => String(known) === resolution);
  if (!name || !host || !dpi)
    throw new Error(`"${part}" is not name=host:port/dpi, for example bench-1=10.0.0.5:9100/203`);
  return createZplPrinter({ name, host, port: port ? Number(port) : 9100, dpi });
};

/** Reads `name=host:port/dpi,…`; the `stub` printer is always among them. Throws a plain Error that names the wrong part. */
export function parsePrinters(text: string, log?: (line: string) => void): Printers {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const all = [createStubPrinter(log), ...parts.map(parsePrinter)];
  const names = all.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`two printers are named ${twice}`);
  return new Map(all.map((printer) => [printer.name, printer]));
}
