import { isWellName } from '#db/values/plate-well.ts';

/**
 * Parse a scanned or typed well: `A1`, `WELL-A1` as printed on a plate frame, or the batch's own number with
 * the well (`W26325-E01-A1`); null for others. A bare suffix is not enough, because sample labels may end
 * alike.
 */
export function wellOfCode(code: string, julianId: string): string | null {
  const text = code.trim().toUpperCase();
  const rest = text.startsWith(`${julianId.toUpperCase()}-`)
    ? text.slice(julianId.length + 1)
    : text.replace(/^WELL[-_ :]/, '');
  const match = /^([A-H])0?(\d{1,2})$/.exec(rest);
  const well = match ? `${match[1]}${match[2]}` : '';
  return isWellName(well) ? well : null;
}
