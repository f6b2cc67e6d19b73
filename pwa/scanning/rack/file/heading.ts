/** What a column of a rack file holds. */
export type ColumnRole = 'position' | 'row' | 'column' | 'code' | 'rack' | 'status' | 'other';

const TERMS: Readonly<Record<string, string>> = {
  position: 'position pos positions location loc coordinate coordinates coord cell slot well wells',
  row: 'row rows',
  column: 'column columns col cols',
  code: 'barcode barcodes code codes datamatrix matrix decode 2d id ids number no',
  tube: 'tube vial sample specimen',
  rack: 'rack racks plate plates box boxes container carrier tray labware',
  status: 'status state result quality',
  filler: 'name label base scan scanned 1d d key the of',
  other:
    'date time datetime timestamp user operator count total error errors type volume weight comment comments note ' +
    'notes free text scanner reader software version format size instrument orientation file title report trace ' +
    'project study description and serial device model profile started finished duration tubes read',
};

const kindsOf = (term: string): string[] =>
  Object.entries(TERMS).flatMap(([kind, list]) => (list.split(' ').includes(term) ? [kind] : []));
const KNOWN = [...new Set(Object.values(TERMS).flatMap((list) => list.split(' ')))].sort(
  (a, b) => b.length - a.length,
);

/** Split a term that is written together, as `tubebarcode`; null when a part of it is not known. */
function splitTerm(term: string): string[] | null {
  if (term === '') return [];
  for (const known of KNOWN) {
    if (!term.startsWith(known)) continue;
    const rest = splitTerm(term.slice(known.length));
    if (rest) return [known, ...rest];
  }
  return null;
}

/** Split a heading into lower-case terms: `TubePosition`, `tube_position`, `TUBE POSITION`, `Code 2D`. */
const termsOf = (heading: string): string[] =>
  heading
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((term) => term !== '')
    .flatMap((term) => (kindsOf(term).length > 0 ? [term] : (splitTerm(term) ?? [term])));

/** Return what a heading names, with a weight that tells a `Tube barcode` from an `ID`; null when it is no heading. */
export function readHeading(heading: string): { role: ColumnRole; weight: number } | null {
  const terms = termsOf(heading);
  if (terms.length === 0 || terms.length > 5) return null;
  const kinds = new Set(terms.flatMap(kindsOf));
  const has = (...names: string[]): boolean => names.some((name) => kinds.has(name));
  const isKnown = terms.every((term) => kindsOf(term).length > 0);
  const role = (name: ColumnRole, weight = 1) => ({ role: name, weight });
  if (!isKnown) return has('other') ? role('other') : null;
  if (has('status')) return role('status');
  if (has('row') && has('column')) return role('position', 2);
  if (has('row')) return role('row');
  if (has('column')) return role('column');
  if (has('other') || terms.every((term) => term === 'no' || term === 'number')) return role('other');
  const isLabel = terms.some((term) => /code|matrix|2d/.test(term));
  if (has('position') && !isLabel) return role('position', has('code') ? 1 : 2);
  if (has('rack')) return role('rack', has('code') ? 2 : 1);
  if (!has('code', 'tube')) return null;
  return role('code', (isLabel ? 2 : 0) + (terms.some((term) => /tube|vial/.test(term)) ? 2 : 0) + 1);
}
