import { KNOWN_PAIRS } from './known-pairs.ts';
import type { PlayResult } from './play.ts';

/** A difference that is known and not mended yet, or that the domain itself demands. */
export interface KnownException {
  id: string;
  description: string;
  reason: string;
  problem: RegExp;
  /** One of the two operations must be one of these. */
  about: readonly string[];
  /** It takes three people: no pair shows it. */
  triples?: true;
}

/** In which pairs each of them occurs is written by `scripts/write-pairs-table.ts`; where it occurs no more, a test fails. */
export const KNOWN_EXCEPTIONS: readonly KnownException[] = [
  {
    id: 'X1',
    description:
      'An output plate put where another thing stands, and elsewhere; a second tube of one requisition',
    reason:
      '5.11 row 2: the first applied keeps the place, the plate waits for a rescan of its rack; row 9: of two different tubes with one requisition the second becomes UNEXPECTED',
    problem:
      /container-slot-taken|positionInParent|StorageManagement|UNEXPECTED|AccessionGroup|received-|expected-/,
    about: ['accession-shipment', 'make-output-plate'],
  },
  {
    id: 'X11',
    description: 'Disposal and sending away of a tube that a third person handled meanwhile',
    reason:
      '5.11 row 7: an earlier use makes the first end that arrives a conflict and freezes the tube; the other end stays in its history',
    problem: /(Sample|Specimen) (of-)?finished-|disposed-and-used|ended-twice/,
    about: ['dispose-samples', 'send-samples-to-client'],
    triples: true,
  },
];

/** Does the exception explain this problem of these operations? */
export const explains = (one: KnownException, name: string, text: string): boolean => {
  const names = name.split(' × ');
  return (
    one.problem.test(text) &&
    names.some((each) => one.about.includes(each)) &&
    (!one.triples || names.length > 2)
  );
};

/** The exceptions that a played pair shows: the first that explains each problem. */
export const exceptionsOf = (result: PlayResult, exceptions: readonly KnownException[]): KnownException[] => {
  const matching = result.problems.map(({ text }) =>
    exceptions.find((one) => explains(one, result.name, text)),
  );
  return exceptions.filter((one) => matching.includes(one));
};

/** Is the pair one of those in which the exception is known? */
export const isKnownPair = ({ id }: KnownException, name: string): boolean =>
  KNOWN_PAIRS[id]?.includes(name) ?? false;
