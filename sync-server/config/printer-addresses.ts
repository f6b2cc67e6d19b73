import { LABEL_DPI, type LabelDpi } from '#db/labels/label-kind.ts';

/** The printer of a lab without printers; always available. */
export const STUB_PRINTER = 'stub';

/** The network address of a label printer. */
export interface PrinterAddress {
  name: string;
  host: string;
  port: number;
  dpi: LabelDpi;
}

const PRINTER = /^([\w .-]{1,60})=([^:/\s]+)(?::(\d{1,5}))?\/(\d{3})$/;

const parseAddress = (part: string): PrinterAddress => {
  const [, name, host, port, resolution] = PRINTER.exec(part) ?? [];
  const dpi = LABEL_DPI.find((known) => String(known) === resolution);
  if (!name || !host || !dpi)
    throw new Error(`"${part}" is not name=host:port/dpi, for example bench-1=10.0.0.5:9100/203`);
  return { name, host, port: port ? Number(port) : 9100, dpi };
};

/** Parse `name=host:port/dpi,…`; throws a plain Error that names the wrong part. */
export function parsePrinterAddresses(text: string): readonly PrinterAddress[] {
  const all = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseAddress);
  const names = [STUB_PRINTER, ...all.map(({ name }) => name)];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`two printers are named ${twice}`);
  return all;
}
