import type { Specimen } from '#db/specimens/specimen.ts';
import type { Replica } from '#pwa/replica/replica.ts';
import { findOtherMatch } from './find-other-match.ts';
import { nextFreePlace } from './free-place.ts';
import {
  decideAnswer,
  expectedAnswer,
  otherMatchAnswer,
  type ScanAnswer,
  simpleAnswer,
  tubeDraft,
  unexpectedAnswer,
} from './scan-answer.ts';
import type { SessionMaterial } from './session-counts.ts';
import type { SessionDraft } from './session-draft.ts';
import { meaningOf } from './session-scan.ts';
import { takeLabel } from './take-numbers.ts';

/** The data that a scan is evaluated against. */
export interface ScanSituation {
  replica: Replica;
  draft: SessionDraft;
  material: SessionMaterial;
}

const newTube = async (
  { replica, draft }: ScanSituation,
  specimen: Specimen | null,
  code: string,
  at: string,
) =>
  tubeDraft({
    specimen,
    code: code.slice(0, 200),
    at,
    label: await takeLabel(replica),
    // A clinical tube is not compared yet at this point, so only an unexpected tube goes into quarantine.
    place: await nextFreePlace(replica, draft, { quarantined: specimen === null }),
  });

/** Evaluate a scanned code and its effect on the session; a tube gets its number here. */
export async function answerScan(situation: ScanSituation, code: string): Promise<ScanAnswer> {
  const { draft, material } = situation;
  const at = new Date().toISOString();
  const meaning = meaningOf(code, draft, material);
  switch (meaning.kind) {
    case 'EXPECTED':
      return expectedAnswer(await newTube(situation, meaning.specimen, code, at), meaning.specimen, material);
    case 'RECEIVED_BEFORE':
      return decideAnswer(meaning.specimen, code, at, '');
    case 'UNKNOWN':
      return answerUnknown(situation, meaning.code, at);
    default:
      return simpleAnswer(meaning);
  }
}

async function answerUnknown(situation: ScanSituation, code: string, at: string): Promise<ScanAnswer> {
  const { replica, draft, material } = situation;
  const otherMatch = await findOtherMatch(replica, code);
  if (otherMatch.kind === 'SPECIMEN' && otherMatch.specimen.status !== 'DRAFT') {
    const { specimen, orderNumber } = otherMatch;
    // The order joined a moment ago, and its specimens are still loading.
    const joined = draft.orderIds.includes(specimen.orderId) && specimen.receivedAt === null;
    return joined
      ? expectedAnswer(await newTube(situation, specimen, code, at), specimen, material)
      : decideAnswer(specimen, code, at, orderNumber);
  }
  if (otherMatch.kind !== 'NOTHING' && otherMatch.kind !== 'SPECIMEN') return otherMatchAnswer(otherMatch);
  return unexpectedAnswer(await newTube(situation, null, code, at));
}
