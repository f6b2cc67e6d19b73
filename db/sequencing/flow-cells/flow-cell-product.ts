import { warrantyOf } from '#db/protocols/flow-cell-warranty.ts';

/** The connector of a flow cell. A Flongle needs an adapter to fit a position for MinION flow cells. */
type FlowCellFormat = 'Flongle' | 'MinION' | 'PromethION';

/** The product codes of flow cells that Oxford Nanopore sells or sold (dorado `models/kits.h`). */
export const FLOW_CELL_PRODUCTS = [
  'FLO-FLG001',
  'FLO-FLG114',
  'FLO-FLG114HD',
  'FLO-MIN004RA',
  'FLO-MIN106',
  'FLO-MIN107',
  'FLO-MIN112',
  'FLO-MIN114',
  'FLO-MIN114HD',
  'FLO-MINSP6',
  'FLO-PRO001',
  'FLO-PRO002',
  'FLO-PRO002-ECO',
  'FLO-PRO002M',
  'FLO-PRO004RA',
  'FLO-PRO112',
  'FLO-PRO114',
  'FLO-PRO114HD',
  'FLO-PRO114M',
] as const;

/** Return the connector of a product; null for a code that names none. */
export const formatOf = (productCode: string): FlowCellFormat | null => warrantyOf(productCode)?.name ?? null;

/** Report whether flow cells of a product fit the positions for another format. */
export function fitsPosition(productCode: string, positionFormat: 'MinION' | 'PromethION'): boolean {
  const format = formatOf(productCode);
  return format === positionFormat || (format === 'Flongle' && positionFormat === 'MinION');
}
