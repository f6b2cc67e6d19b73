import { cleanCell, isBlank, oneLineCell } from '#db/values/clean-cell.ts';
import type { ManifestField } from './manifest-columns.ts';
import { columnOf } from './manifest-columns.ts';
import { cellFault, type Finding, type ManifestFault } from './manifest-fault.ts';
import type { ManifestRow } from './manifest-row.ts';

/** Reads the cells of one row and collects their errors. */
export class RowReading {
  readonly row: number;
  readonly faults: ManifestFault[] = [];
  readonly warnings: ManifestFault[] = [];
  private readonly cells: ManifestRow['cells'];

  constructor({ row, cells }: ManifestRow) {
    this.row = row;
    this.cells = cells;
  }

  /** Return the text of a cell; null when it is empty. */
  text(field: ManifestField): string | null {
    const rawText = this.cells[field] ?? '';
    const text = field === 'notes' ? cleanCell(rawText) : oneLineCell(rawText);
    return isBlank(text) ? null : text;
  }

  addFault(field: ManifestField, finding: Finding): null {
    this.faults.push(cellFault(this.row, field, this.cells[field] ?? '', finding));
    return null;
  }

  warn(field: ManifestField, finding: Finding): null {
    this.warnings.push(cellFault(this.row, field, this.cells[field] ?? '', finding));
    return null;
  }

  /** Return the text of a required cell. */
  required(field: ManifestField): string | null {
    const text = this.text(field);
    return text ?? this.addFault(field, { problem: 'Required.', suggestion: columnOf(field).hint });
  }

  /** Return the text of a cell that is required in this case. */
  filled(field: ManifestField, isRequired: boolean): string | null {
    return isRequired ? this.required(field) : this.text(field);
  }

  /** Return the text of a cell with a maximum length. */
  limited(field: ManifestField, maxLength: number, isRequired = false): string | null {
    const text = this.filled(field, isRequired);
    if (text === null || text.length <= maxLength) return text;
    return this.addFault(field, {
      problem: `${maxLength} characters at most.`,
      suggestion: text.slice(0, maxLength),
      fix: text.slice(0, maxLength),
    });
  }
}
