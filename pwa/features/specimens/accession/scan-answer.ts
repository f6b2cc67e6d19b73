import { PACKAGE_CONDITION, type PackageCondition } from '#db/specimens/accession/accession-group.ts';
import { labelProblem } from '#db/specimens/accession/accession-lookup.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { knownRecordNumber } from '#db/specimens/specimen-record-number.ts';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import type { OtherMatch } from './find-orders.ts';
import type { SessionMaterial } from './session-counts.ts';
import { labelCode, type SessionDraft, type TubeDraft, type UndecidedTube } from './session-draft.ts';
import { changeTube, withTube, withUndecided } from './session-edit.ts';
import type { ScanMeaning } from './session-scan.ts';

/** Follow-up actions of a scan result, by name. */
type AnswerAction =
  | { kind: 'COMPARE_MRN'; tube: TubeDraft; mrn: string }
  | { kind: 'REMOVE'; tube: TubeDraft }
  | { kind: 'OPEN_PLATE'; orderId: string; plateNumber: number };

/** The result of one scan: the feedback, and its change to the session. */
export interface ScanAnswer {
  verdict: Verdict;
  title: string;
  detail: string | null;
  action: AnswerAction | null;
  edit: ((draft: SessionDraft) => SessionDraft) | null;
}

const answer = (verdict: Verdict, title: string, rest: Partial<ScanAnswer> = {}): ScanAnswer => ({
  verdict,
  title,
  detail: null,
  action: null,
  edit: null,
  ...rest,
});

/** Create a tube for a scan, in the session's box when there is one. */
export interface NewTube {
  specimen: Specimen | null;
  code: string | null;
  at: string;
  label: Pick<TubeDraft, 'sampleId' | 'sampleBarcodeId' | 'julianId'>;
  place: { containerId: string; containerName: string; position: string } | null;
  condition?: TubeDraft['condition'];
}

/** Create the row of a scanned tube without any findings. */
export const tubeDraft = ({ specimen, code, at, label, place, condition }: NewTube): TubeDraft => ({
  ...label,
  specimenId: specimen?.id ?? null,
  scannedCode: code,
  occurredAt: at,
  estimatedVolume: '',
  condition: condition ?? 'NONE',
  note: '',
  secondIdentifier: null,
  containerId: place?.containerId ?? null,
  containerName: place?.containerName ?? null,
  position: place?.position ?? null,
  labelPrinted: false,
  labelChecked: false,
});

const placeText = ({ position, containerName }: TubeDraft): string =>
  position === null ? '' : ` · ${containerName ?? 'Box'} ${position}`;

/** Findings for a clinical tube that was announced without its second identifier. */
export const NOTHING_TO_COMPARE =
  'No MRN to compare: recorded as a wrong label. Put the tube into a quarantine location.';

/** Build the result for the first scan of a tube of the session's orders. */
export function expectedAnswer(tube: TubeDraft, specimen: Specimen, material: SessionMaterial): ScanAnswer {
  const edit = (draft: SessionDraft) => withTube(draft, tube);
  const identifiers = `${specimen.customerSampleId} · ${specimen.requisitionNumber}${placeText(tube)}`;
  if (!material.clinicalIds.has(specimen.id))
    return answer('ok', tube.julianId, { detail: identifiers, edit });
  const mrn = knownRecordNumber(specimen) ?? '';
  if (mrn === '')
    return answer('warning', tube.julianId, { detail: `${identifiers}. ${NOTHING_TO_COMPARE}`, edit });
  return answer('warning', tube.julianId, {
    detail: `${identifiers}. Compare the MRN on the tube: ${mrn}`,
    action: { kind: 'COMPARE_MRN', tube, mrn },
    edit,
  });
}

/** Build the result of comparing the second identifier by hand, worded as for a scan. */
export const comparedAnswer = (tube: TubeDraft, matches: boolean): ScanAnswer =>
  matches
    ? answer('ok', 'MRN matches', { detail: tube.julianId })
    : answer('warning', 'MRN differs', {
        detail: `${tube.julianId} is recorded as a wrong label. Put the tube into a quarantine location.`,
      });

/** Build the result for a tube that belongs to no order. */
export const unexpectedAnswer = (tube: TubeDraft): ScanAnswer =>
  answer('warning', `Unexpected: ${tube.julianId}`, {
    detail:
      tube.position === null
        ? 'Not part of an order in this session. Put the tube into a quarantine location.'
        : `Not part of an order in this session; goes into quarantine${placeText(tube)}.`,
    action: { kind: 'REMOVE', tube },
    edit: (draft) => withTube(draft, tube),
  });

function labelAnswer(tube: TubeDraft, code: string): ScanAnswer {
  const wrong = labelProblem(code, labelCode(tube), tube.julianId);
  if (wrong) return answer('error', wrong, { detail: 'Take this label off and print the right one.' });
  return answer('ok', 'Label matches', {
    detail: tube.julianId,
    edit: (draft) => changeTube(draft, tube.sampleId, { labelChecked: true, labelPrinted: true }),
  });
}

/** Build the result for a scan that needs no new number. */
export function simpleAnswer(
  meaning: Exclude<ScanMeaning, { kind: 'EXPECTED' | 'UNKNOWN' | 'RECEIVED_BEFORE' }>,
): ScanAnswer {
  switch (meaning.kind) {
    case 'REPEATED':
      return answer('repeat', meaning.message, {
        detail: `Received as ${meaning.tube.julianId}. Scan its label now to check it.`,
        edit: (draft) => ({ ...draft, currentTube: meaning.tube.sampleId }),
      });
    case 'IDENTIFIER':
      return answer('ok', 'MRN matches', {
        detail: meaning.tube.julianId,
        edit: (draft) => changeTube(draft, meaning.tube.sampleId, { secondIdentifier: true }),
      });
    case 'LABEL':
      return labelAnswer(meaning.tube, meaning.code);
    case 'LABEL_FIRST':
      return answer('warning', 'Scan the tube first, then its label', {
        detail: meaning.tube ? `This is the label of ${meaning.tube.julianId}.` : null,
      });
    case 'PLATE':
      return answer('ok', `Plate ${meaning.plate.plateNumber}`, {
        detail: meaning.plate.accepted ? 'Wells already accepted.' : 'Check the corner and its wells.',
        action: {
          kind: 'OPEN_PLATE',
          orderId: meaning.plate.orderId,
          plateNumber: meaning.plate.plateNumber,
        },
      });
    case 'IN_WELL':
      return answer('warning', `Well ${meaning.specimen.shipmentPlateLocation}`, {
        detail: 'This specimen comes on a plate. Receive it with the plate.',
        action: {
          kind: 'OPEN_PLATE',
          orderId: meaning.plate.orderId,
          plateNumber: meaning.plate.plateNumber,
        },
      });
  }
}

const undecided = (
  specimen: Specimen,
  code: string,
  at: string,
  orderNumber: string,
  reason: UndecidedTube['reason'],
): UndecidedTube => ({
  code,
  specimenId: specimen.id,
  orderId: specimen.orderId,
  orderNumber,
  reason,
  julianId: specimen.julianId,
  occurredAt: at,
});

/** A tube that was received before or belongs to another order is kept until somebody decides. */
export function decideAnswer(specimen: Specimen, code: string, at: string, orderNumber: string): ScanAnswer {
  const before = specimen.receivedAt !== null;
  const tube = undecided(specimen, code, at, orderNumber, before ? 'RECEIVED_BEFORE' : 'OTHER_ORDER');
  const title = before
    ? `Already accessioned as ${specimen.julianId ?? code}; relabel or keep alias.`
    : `Order ${orderNumber} is not in this session`;
  return answer('warning', title, {
    detail: before
      ? 'Choose below what becomes of it.'
      : `${specimen.requisitionNumber} belongs to it. Choose below what becomes of it.`,
    edit: (draft) => withUndecided(draft, tube),
  });
}

/** Build the result for the command code of a package condition. */
export const packageAnswer = (condition: PackageCondition): ScanAnswer =>
  answer('ok', `Package: ${PACKAGE_CONDITION[condition].toLowerCase()}`, {
    detail: condition === 'INTACT' ? null : 'Photograph the damage or write a note on the Package tab.',
    edit: (draft) => ({
      ...draft,
      condition,
      allExcursion: condition === 'TEMPERATURE_EXCURSION' && draft.allExcursion,
    }),
  });

/** Build the result for a tube that is not received here: the user knows where it goes. */
export const asideAnswer = ({ reason, orderNumber, julianId }: UndecidedTube): ScanAnswer =>
  answer('ok', 'Put aside', {
    detail:
      reason === 'OTHER_ORDER'
        ? `Not received in this session. Keep it for whoever receives order ${orderNumber}.`
        : `Not received again. Recorded as ${julianId ?? 'before'}.`,
  });

/**
 * Build the result for a lab code that is no tube of a shipment, or for a location that takes the next tubes.
 */
export function otherMatchAnswer(match: Exclude<OtherMatch, { kind: 'SPECIMEN' | 'NOTHING' }>): ScanAnswer {
  if (match.kind === 'OTHER_THING')
    return answer('error', 'Not a tube of this shipment', { detail: match.text });
  if (match.kind === 'STOP') return answer('warning', match.message);
  if (match.kind === 'BOX')
    return answer('ok', match.box.name, {
      detail: 'The next tubes go into its free positions.',
      edit: (draft) => ({ ...draft, box: match.box }),
    });
  return answer('ok', `Order ${match.orderNumber} joined`, { detail: match.remark, edit: match.edit });
}
