/** What keeps work from going on while discrepancies are open, by how many there are. */
export const resolveFirst = (open: number): string =>
  open === 1 ? 'Resolve 1 discrepancy first.' : `Resolve ${open} discrepancies first.`;
