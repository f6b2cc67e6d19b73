/** The reader's result at one position: a tube with a code, a tube without a readable code, or no tube. */
export type TubeRead = 'OK' | 'NO_READ' | 'EMPTY';

const namesOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

// Readers write these as one word or more, with a hyphen, an underscore or a dot.
const NO_READ = namesOf(
  'NOREAD NOTREAD UNREAD UNREADABLE NOTREADABLE READERROR READFAILED READFAILURE BADREAD MISREAD NOSCAN NOTSCANNED ' +
    'SCANERROR SCANFAILED NOCODE NOBARCODE NODATA NODECODE NOTDECODED UNDECODED DECODEERROR DECODEFAILED DECODEFAILURE ' +
    'DECODINGERROR ERROR ERR FAIL FAILED FAILURE NR ? ?? ???',
);
const EMPTY = namesOf(
  'NOTUBE NOTUBES NOVIAL NOSAMPLE EMPTY EMPTYWELL EMPTYPOSITION NONE ABSENT TUBEABSENT MISSING MISSINGTUBE TUBEMISSING ' +
    'NOTPRESENT NOTFOUND VACANT UNOCCUPIED BLANK NT',
);
const OK = namesOf(
  'OK GOOD READ READOK SUCCESS SUCCESSFUL DECODED DECODEOK SCANNED PRESENT OCCUPIED FULL TUBE TUBEPRESENT FOUND VALID ' +
    'PASS PASSED YES COMPLETE',
);

const lettersOf = (text: string): string => text.toUpperCase().replaceAll(/[\s_.-]/g, '');
const HAS_TEXT = /\S/;

/** Return what a cell says instead of a code, or null when it may be a code. */
export function readOfCode(cell: string): Exclude<TubeRead, 'OK'> | null {
  const letters = lettersOf(cell);
  // A dash is how tables show that there is no tube.
  if (letters === '' && HAS_TEXT.test(cell)) return 'EMPTY';
  return NO_READ.has(letters) ? 'NO_READ' : EMPTY.has(letters) ? 'EMPTY' : null;
}

/** Return what a status column says, or null when its text is not known. */
export const readOfStatus = (cell: string): TubeRead | null =>
  OK.has(lettersOf(cell)) ? 'OK' : readOfCode(cell);
