/** Names that the word list refuses although they are standard terms where they are used. */
export interface AllowedName {
  names: readonly string[];
  /** File in which the names may be declared, or a folder with a slash at its end. */
  under: string;
  why: string;
}

/** The few exceptions to the word list. */
export const ALLOWED_NAMES: readonly AllowedName[] = [
  { names: ['letter'], under: 'db/values/julian-date.ts', why: 'letter of a device in a Julian number' },
  { names: ['faults'], under: 'db/ordering/', why: 'wire field of a read manifest' },
  {
    names: ['fault', 'faults', 'Fault', 'FAULTS'],
    under: 'pwa/testing/',
    why: 'standard term: fault injection',
  },
];
