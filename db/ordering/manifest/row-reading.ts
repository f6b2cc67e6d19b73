import { cleanCell, isBlank, oneLineCell } from './clean-cell.ts';
import type { ManifestField } from './manifest-columns.ts';
import { columnOf } from './manifest-columns.ts';
import { cellFault, type Finding, type ManifestFault } from './manifest-fault.ts';
import type { ManifestRow } from './manifest-row.ts';

/** Reads the cells of one row and gathers what is wrong with them. */
export class RowReading {
  readonly row: number;
  readonly faults: ManifestFault[] = [];
  readonly warnings: ManifestFault[] = [];
  private readonly cells: ManifestRow['cells'];

  constructor({ row, cells }: ManifestRow) {
    this.row = row;
    this.cells = cells;
  }

  /** The text of a cell; null when it says nothing. */
  text(field: ManifestField): string | null {
    const written = this.cells[field] ?? '';
    const text = field === 'notes' ? cleanCell(written) : oneLineCell(written);
    return isBlank(text) ? null : text;
  }

  fault(field: ManifestField, found: Finding): null {
    this.faults.push(cellFault(this.row, field, this.cells[field] ?? '', found));
    return null;
  }

  warn(field: ManifestField, found: Finding): null {
    this.warnings.push(cellFault(this.row, field, this.cells[field] ?? '', found));
    return null;
  }

  /** The text of a cell that must be filled. */
  required(field: ManifestField): string | null {
    const text = this.text(field);
    return text ?? this.fault(field, { problem: 'Required.', suggestion: columnOf(field).hint });
  }

  /** The text of a cell, which must be filled in this case. */
  filled(field: ManifestField, needed: boolean): string | null {
    return needed ? this.required(field) : this.text(field);
  }

  /** The text of a cell with an upper limit. */
  limited(field: ManifestField, most: number, needed = false): string | null {
    const text = this.filled(field, needed);
    if (text === null || text.length <= most) return text;
    return this.fault(field, { problem: `${most} characters at most.`, suggestion: text.slice(0, most) });
  }
}
