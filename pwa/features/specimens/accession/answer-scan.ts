import type { Replica } from '#pwa/replica/replica.ts';
import { nextFreePlace } from './free-place.ts';
import { lookElsewhere } from './look-elsewhere.ts';
import {
  decideAnswer,
  elsewhereAnswer,
  expectedAnswer,
  type ScanAnswer,
  simpleAnswer,
  tubeDraft,
  unexpectedAnswer,
} from './scan-answer.ts';
import type { SessionMaterial } from './session-counts.ts';
import type { SessionDraft } from './session-draft.ts';
import { meaningOf } from './session-scan.ts';
import { takeLabel } from './take-numbers.ts';

/** What a scan is answered from. */
export interface ScanSituation {
  replica: Replica;
  draft: SessionDraft;
  material: SessionMaterial;
}

/** Says what a scanned code is and what it changes; a tube gets its number here. */
export async function answerScan(situation: ScanSituation, code: string): Promise<ScanAnswer> {
  const { replica, draft, material } = situation;
  const at = new Date().toISOString();
  const meaning = meaningOf(code, draft, material);
  switch (meaning.kind) {
    case 'EXPECTED': {
      const label = await takeLabel(replica);
      const place = await nextFreePlace(replica, draft);
      const tube = tubeDraft({ specimen: meaning.specimen, code, at, label, place });
      return expectedAnswer(tube, meaning.specimen, material);
    }
    case 'RECEIVED_BEFORE':
      return decideAnswer(meaning.specimen, code, at, '');
    case 'UNKNOWN':
      return answerUnknown(situation, meaning.code, at);
    default:
      return simpleAnswer(meaning);
  }
}

async function answerUnknown(
  { replica, draft, material }: ScanSituation,
  code: string,
  at: string,
): Promise<ScanAnswer> {
  const elsewhere = await lookElsewhere(replica, code);
  if (elsewhere.kind === 'SPECIMEN') {
    const { specimen, orderNumber } = elsewhere;
    // Of an order that joined a moment ago, whose specimens are still being read.
    const joined = draft.orderIds.includes(specimen.orderId) && specimen.receivedAt === null;
    if (!joined || specimen.status === 'DRAFT') {
      if (specimen.status !== 'DRAFT') return decideAnswer(specimen, code, at, orderNumber);
    } else {
      const tube = tubeDraft({
        specimen,
        code,
        at,
        label: await takeLabel(replica),
        place: await nextFreePlace(replica, draft),
      });
      return expectedAnswer(tube, specimen, material);
    }
  } else if (elsewhere.kind !== 'NOTHING') return elsewhereAnswer(elsewhere);
  const label = await takeLabel(replica);
  const place = await nextFreePlace(replica, draft);
  return unexpectedAnswer(tubeDraft({ specimen: null, code: code.slice(0, 200), at, label, place }));
}
