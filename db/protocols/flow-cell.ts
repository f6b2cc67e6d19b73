/** Number of pores below which a new flow cell is under its warranty, by product (domain 5.7). */
const WARRANTY_PORES: readonly { prefix: string; name: string; pores: number }[] = [
  { prefix: 'FLO-MIN', name: 'MinION', pores: 800 },
  { prefix: 'FLO-PRO', name: 'PromethION', pores: 5000 },
];

/** Check whether a catalog number is that of a flow cell. */
export const isFlowCellProduct = (catalogNumber: string): boolean =>
  catalogNumber.toUpperCase().startsWith('FLO-');

/** Format the warning about a flow cell with too few pores, or return null. */
export function poreWarning(catalogNumber: string, pores: number): string | null {
  const product = WARRANTY_PORES.find(({ prefix }) => catalogNumber.toUpperCase().startsWith(prefix));
  if (!product || pores >= product.pores) return null;
  return `${pores} pores: a ${product.name} flow cell is under warranty below ${product.pores}.`;
}
