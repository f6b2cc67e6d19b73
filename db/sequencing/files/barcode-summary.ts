import { runFileError } from './run-file.ts';
import {
  cellText,
  type RowCells,
  type ScanOptions,
  type TableReader,
  TableScanner,
} from './table-scanner.ts';

const MAX_BARCODES = 1000;

/** The names of the column with the barcode in the tools that write one. */
const ARRANGEMENT = ['barcode_arrangement', 'barcode_call', 'barcode'];

/** Return a barcode as MinKNOW names it: `6` and `BC06` become `barcode06`, anything without number `unclassified`. */
function barcodeFromTool(name: string): string {
  const digits = /(\d{1,3})$/.exec(name.trim())?.[1];
  return digits === undefined ? 'unclassified' : `barcode${digits.replace(/^0+(?=\d)/, '').padStart(2, '0')}`;
}

/**
 * Reads `barcode_*` and `barcoding_summary*` files: how many reads each barcode has. They hold no lengths; yields
 * come from the sequencing summary.
 */
export class BarcodeSummaryReader implements TableReader {
  readonly kind = 'barcode-summary';
  private readonly scanner: TableScanner;
  private readonly reads = new Map<string, number>();

  constructor(options: ScanOptions = {}) {
    this.scanner = new TableScanner(this, options);
  }

  /** Read the next part of the file. */
  push(chunk: Uint8Array): void {
    this.scanner.push(chunk);
  }

  /** End the file and return the number of reads of each barcode, in the order of their names. */
  end(): { barcode: string; reads: number }[] {
    this.scanner.end();
    const totals = new Map<string, number>();
    for (const [name, reads] of this.reads) {
      const barcode = barcodeFromTool(name);
      totals.set(barcode, (totals.get(barcode) ?? 0) + reads);
    }
    return [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([barcode, reads]) => ({ barcode, reads }));
  }

  chooseColumns(header: readonly string[]): readonly number[] {
    const names = header.map((name) => name.toLowerCase());
    const column = names.findIndex((name) => ARRANGEMENT.includes(name));
    if (column === -1 || !names.includes('read_id'))
      throw runFileError(this.kind, 'it has no columns read_id and barcode_arrangement.');
    return [column];
  }

  readRow(cells: RowCells): void {
    const name = cellText(cells, 0);
    const reads = this.reads.get(name);
    if (reads === undefined && this.reads.size >= MAX_BARCODES)
      throw runFileError(this.kind, `it has more than ${MAX_BARCODES} barcodes.`);
    this.reads.set(name, (reads ?? 0) + 1);
  }
}
