import { KNOWN_PAIRS } from './known-pairs.ts';
import type { PlayResult } from './play.ts';
import type { Kind } from './replay.ts';

/** A known difference that is not fixed yet, or that the domain requires. */
interface KnownException {
  id: string;
  description: string;
  reason: string;
  problem: RegExp;
  /** One of the two operations must be one of these. */
  about: readonly string[];
  /** The exception needs three users: no pair shows it. */
  triples?: true;
}

/**
 * `scripts/write-pairs-table.ts` writes in which pairs each of them occurs; a test fails where one no longer
 * occurs.
 */
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
  {
    id: 'X12',
    description:
      'A tube in the queue fails inspection while another person fails the tube that it was made from',
    reason:
      'Not fixed yet: a failure that arrives after the cancellation is only noted (5.11 row 24); both ways nobody works on the tube, and a manager decides about the conflict of its parent',
    problem: /status "FAILED_VISUAL_INSPECTION" \| "(CANCELED|RECEIVED_ON_HOLD|IN_QUEUE)"/,
    about: ['fail-sample'],
    triples: true,
  },
  {
    id: 'X13',
    description:
      'A tube with an open conflict about its slot is checked in elsewhere, found, and its box is scanned',
    reason:
      'Not fixed yet: the scan of the box settles the conflict only when it arrives before the two others; a manager settles the one that stays open',
    problem: /SyncConflict .*"slot-taken","Sample","clash-2","(OPEN|RESOLVED)"/,
    about: ['re-rack-container'],
    triples: true,
  },
  {
    id: 'X14',
    description: 'Two tubes checked in to one position, one of them also seen elsewhere by a stock-take',
    reason: '5.11 row 2: the first applied keeps the position, the other tube waits for a decision',
    problem: /storagePosition|positionConflict|"slot-taken"/,
    about: ['take-stock'],
    triples: true,
  },
  {
    id: 'X15',
    description: 'Two managers accept the failure of a control at one moment, while its batch is reset',
    reason: 'Both accept it with the same reason; which of the two is named depends on the order of arrival',
    problem: /BatchControl .* acceptedById/,
    about: ['accept-control-failure'],
    triples: true,
  },
  {
    id: 'X16',
    description: 'Two people check a box out, while a third moves tubes out of it at an earlier time',
    reason:
      'Not fixed yet: the tube leaves the custody of the first of the two only when the move arrives between them or last',
    problem: /custodianUserId|checkedOutAt/,
    about: ['check-out-container'],
    triples: true,
  },
];

/** Check whether the exception explains this problem of these operations. */
export const explains = (one: KnownException, name: string, text: string): boolean => {
  const names = name.split(' × ');
  return (
    one.problem.test(text) &&
    names.some((each) => one.about.includes(each)) &&
    (!one.triples || names.length > 2)
  );
};

/** List the exceptions of a played pair: the first that explains each problem. */
export const exceptionsOf = (result: PlayResult, exceptions: readonly KnownException[]): KnownException[] => {
  const matching = result.problems.map(({ text }) =>
    exceptions.find((one) => explains(one, result.name, text)),
  );
  return exceptions.filter((one) => matching.includes(one));
};

/** Check whether the exception is known for the pair. */
export const isKnownPair = ({ id }: KnownException, name: string): boolean =>
  KNOWN_PAIRS[id]?.includes(name) ?? false;

/** Name the result of a pair in the words of the table. */
const KIND_TEXTS: Record<Kind, string> = {
  SAME: 'same in both orders',
  SAME_CONFLICT: 'conflict in both orders, decided alike',
  CONFLICT_IN_ONE_ORDER: 'conflict in one order, decided as the other ends',
  LATER_IS_REFUSED: 'the later one is refused',
  DIFFERENT: 'differs',
};

function verdictOf(result: PlayResult, exceptions: readonly KnownException[]): string {
  const refusalText = result.refusals.length > 0 ? ` (${result.refusals.join(', ')})` : '';
  const kindTexts = result.kinds.map(
    (kind) => KIND_TEXTS[kind] + (kind === 'LATER_IS_REFUSED' ? refusalText : ''),
  );
  const known = exceptionsOf(result, exceptions).map(({ id }) => id);
  return kindTexts.join('; ') + (known.length > 0 ? ` [${known.join(', ')}]` : '');
}

/** Format the table of all pairs with their verdicts for docs/two-person-pairs.md. */
export function pairsTable(all: readonly PlayResult[], exceptions: readonly KnownException[]): string {
  const count = (kind: Kind) => all.filter(({ kinds }) => kinds.includes(kind)).length;
  const lines = all.map(({ name, isRelated, ...more }) => {
    const [a, b] = name.split(' × ');
    return `| ${a} | ${b} | ${isRelated ? 'one thing' : 'apart'} | ${verdictOf({ name, isRelated, ...more }, exceptions)} |`;
  });
  return [
    '# A machine for two people: every pair of bench operations',
    '',
    'Written by `node --import tsx scripts/write-pairs-table.ts` from the machine in `pwa/testing/pairs`; a test fails when it is stale.',
    'Two people do these offline, from the same start; the operations reach the server in both orders. “One thing” says that the two',
    'were about the same tube, box, batch, section, lot or specimen; “apart”, that nothing in the lab lets them meet.',
    '',
    '| How it ends | Pairs |',
    '|---|---|',
    ...Object.entries(KIND_TEXTS).map(([kind, kindTexts]) => `| ${kindTexts} | ${count(kind as Kind)} |`),
    '',
    ...(exceptions.length === 0
      ? []
      : ['## Known exceptions', '', '| | What differs | Why |', '|---|---|---|']),
    ...exceptions.map(({ id, description, reason }) => `| ${id} | ${description} | ${reason} |`),
    ...(exceptions.length === 0 ? [] : ['']),
    '## All pairs',
    '',
    '| A | B | About | How it ends |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
