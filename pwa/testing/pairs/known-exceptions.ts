import { KNOWN_PAIRS } from './known-pairs.ts';
import type { Played } from './play.ts';

/** A difference that is known and not mended yet, or that the domain itself demands. */
export interface KnownException {
  id: string;
  what: string;
  reason: string;
  problem: RegExp;
  /** One of the two operations must be one of these. */
  about: readonly string[];
  /** It takes three people: no pair shows it. */
  triples?: true;
}

const LAYOUT = ['place-sample', 'swap-wells', 'move-wells', 'fill-plate', 'set-dna-barcodes'];

/** In which pairs each of them occurs is written by `scripts/write-pairs-table.ts`; where it occurs no more, a test fails. */
export const KNOWN_EXCEPTIONS: readonly KnownException[] = [
  {
    id: 'X1',
    what: 'Which of two tubes, labels or plates keeps its number',
    reason:
      '5.11 row 8: the first julianId stays, the other label is its alias; output plates and children alike',
    problem:
      /AccessionGroup|Barcode|received-|expected-|StorageManagement|batch ready|completedAt|Sample \[/i,
    about: ['accession-shipment', 'make-output-plate', 'complete-batch'],
  },
  {
    id: 'X2',
    what: 'Two changes of one unstarted layout: the last to arrive lays it out',
    reason: 'A layout is a plan until the batch starts; the start carries what was pipetted (case 29)',
    problem: /plateLocation|dnaBarcode|WELL_TAKEN|batchOrder/,
    about: LAYOUT,
  },
  {
    id: 'X3',
    what: 'A typed move after somebody else changed the tube in another way',
    reason: 'A typed move does not say where its person saw the tube; it needs that argument (a new version)',
    problem: /storageLocation|storagePosition|positionConflict|custodianUserId|checked-out|slot-taken/,
    about: ['move-sample', 'check-in-sample', 'move-samples', 'swap-samples'],
  },
  {
    id: 'X4',
    what: 'An undone move against a scan, a check-out or a decision of the same tube',
    reason: 'An undo knows what arrived before it, not what is on its way; the next scan settles the place',
    problem: /storage|Position|custodian|slot-taken/,
    about: ['undo-move'],
  },
  {
    id: 'X5',
    what: 'A scan or a stock take against the decision of a slot conflict in the same box',
    reason: 'A scan ends an open slot conflict; decided before, it moves what was decided',
    problem: /storage|positionConflict|slot-taken|checked-out-twice|custodian/,
    about: ['resolve-conflict', 'take-stock', 'scan-container', 're-rack-container', 'check-out-container'],
  },
  {
    id: 'X7',
    what: 'A specimen set aside or restarted while somebody decides about the same specimen',
    reason:
      'Two decisions of managers about one specimen: the last to arrive stands, and both are in its history',
    problem: /Specimen|Sample|Recorded|Value|fact refused/,
    about: ['hold-specimen', 'restart-specimen', 'resolve-discrepancy'],
  },
  {
    id: 'X8',
    what: 'A failure against the start, the first value, the end or another failure of its batch',
    reason:
      'Failure wins in every order; whether the tube counts as failed in work depends on what came first',
    problem:
      /Sample|Specimen|Barcode|InventoryItem|Batch|AssignedSection|LATE_FAILURE|BATCH_START|LAYOUT_|fact refused|no trace of a fact/,
    about: ['fail-sample'],
  },
  {
    id: 'X9',
    what: 'A value of a later section against the reopening of an earlier one',
    reason:
      'It waits for the earlier section only when it arrives after the reopening; both count in the end',
    problem: /waitsForId|waitingSince|Value|Recorded/,
    about: ['reopen-section'],
  },
  {
    id: 'X10',
    what: 'A correction against another value of the same field',
    reason: 'Both are kept and put before a person; the conflict names who was corrected in one order',
    problem: /FIELD_VALUE|Value |Recorded /,
    about: ['correct-field-value'],
  },
  {
    id: 'X11',
    what: 'Disposal against sending away of the same tube',
    reason: 'Both leave the lab; the manager says which is true, and the other end stays in the history',
    problem: /storage|disposed|Sample|Specimen/,
    about: ['dispose-samples', 'send-samples-to-client'],
  },
  {
    id: 'X12',
    what: 'A second claim to a well that a control has taken since',
    reason: 'Giving it the well is refused with the reason; another well can be chosen',
    problem: /WELL_TAKEN: KEEP_B cannot be carried out/,
    about: ['place-control', 'fill-plate', 'place-sample'],
  },
  {
    id: 'X13',
    what: 'A layout edit against the first value that starts the batch',
    reason:
      'A first value does not carry the layout that its person saw, as a start does (case 29): an edit that arrives before it counts as what was pipetted, without a conflict. It needs that argument (a new version)',
    problem: /LAYOUT_DIFFERS|LAYOUT_UNSEEN|BATCH_START|plateLocation|batchId|deleted|status|Sample|Barcode/,
    about: ['record-field-value', 'record-field-values', 'correct-field-value'],
  },
  {
    id: 'X14',
    what: 'A decision of a conflict against a start or a correction of the same thing',
    reason:
      'A decision that arrives later acts on what stands then; what was pipetted or corrected is in the history',
    problem:
      /LAYOUT_DIFFERS|plateLocation|batchId|status|Value|FIELD_VALUE|Recorded|flaggedForReview|decided for/,
    about: ['resolve-conflict'],
  },
  {
    id: 'X15',
    what: 'Three values of one field',
    reason: 'Each later value is in conflict with the first; decided one by one, the last decision stands',
    problem: /decided for .*Value /,
    about: ['record-field-value', 'record-field-values', 'correct-field-value'],
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
export const exceptionsOf = (played: Played, exceptions: readonly KnownException[]): KnownException[] => {
  const found = played.problems.map(({ text }) => exceptions.find((one) => explains(one, played.name, text)));
  return exceptions.filter((one) => found.includes(one));
};

/** Is the pair one of those in which the exception is known? */
export const isKnownPair = ({ id }: KnownException, name: string): boolean =>
  KNOWN_PAIRS[id]?.includes(name) ?? false;
