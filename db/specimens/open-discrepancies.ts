const MAX_LISTED = 3;

/** Format what blocks work while discrepancies are open: how many, and on which records. */
export function resolveFirst(open: number, of: readonly string[] = []): string {
  const names = [...new Set(of)];
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  const nameList = names.length === 0 ? '' : `: ${names.slice(0, MAX_LISTED).join(', ')}${more}`;
  return `Resolve ${open === 1 ? '1 discrepancy' : `${open} discrepancies`} first${nameList}.`;
}
