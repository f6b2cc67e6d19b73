import type { PackageCondition } from '#db/specimens/accession/accession-group.ts';
import { resolveTube } from '#db/specimens/accession/accession-lookup.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { knownRecordNumber } from '#db/specimens/specimen-record-number.ts';
import { sameBarcode } from '#db/values/barcode-value.ts';
import { type Command, commandOf } from '#db/values/command-codes.ts';
import { SAMPLE_BARCODE } from '#db/values/julian-date.ts';
import { awaitsIdentifier, type SessionMaterial, scannedIds } from './session-counts.ts';
import { labelCode, type PlateDraft, type SessionDraft, type TubeDraft } from './session-draft.ts';
import { currentTube } from './session-edit.ts';

/** What a code matches in a receiving session. */
export type ScanMeaning =
  | { kind: 'EXPECTED'; specimen: Specimen }
  | { kind: 'RECEIVED_BEFORE'; specimen: Specimen }
  | { kind: 'REPEATED'; tube: TubeDraft; message: string }
  | { kind: 'IDENTIFIER'; tube: TubeDraft }
  | { kind: 'LABEL'; tube: TubeDraft; code: string }
  | { kind: 'LABEL_FIRST'; tube: TubeDraft | null }
  | { kind: 'PLATE'; plate: PlateDraft }
  | { kind: 'IN_WELL'; plate: PlateDraft; specimen: Specimen }
  | { kind: 'UNKNOWN'; code: string };

const repeated = (tube: TubeDraft, code: string): ScanMeaning => ({
  kind: 'REPEATED',
  tube,
  message: `${code} was already scanned in this session.`,
});

function labelMeaning(code: string, draft: SessionDraft): ScanMeaning | null {
  if (!SAMPLE_BARCODE.test(code)) return null;
  const tube = currentTube(draft);
  if (tube) return { kind: 'LABEL', tube, code };
  return { kind: 'LABEL_FIRST', tube: draft.tubes.find((one) => labelCode(one) === code) ?? null };
}

function identifierMeaning(code: string, draft: SessionDraft, material: SessionMaterial): ScanMeaning | null {
  const tube = currentTube(draft);
  if (!tube || !awaitsIdentifier(tube, material.clinicalIds)) return null;
  const specimen = material.specimens.find(({ id }) => id === tube.specimenId);
  const recordNumber = knownRecordNumber(specimen);
  return recordNumber && sameBarcode(recordNumber, code) ? { kind: 'IDENTIFIER', tube } : null;
}

function tubeMeaning(code: string, draft: SessionDraft, material: SessionMaterial): ScanMeaning {
  const repeatedTube = draft.tubes.find(
    (tube) => tube.scannedCode !== null && sameBarcode(tube.scannedCode, code),
  );
  if (repeatedTube) return repeated(repeatedTube, code);
  const resolution = resolveTube(code, {
    orderIds: draft.orderIds,
    specimens: material.specimens,
    scanned: scannedIds(draft),
  });
  if (resolution.kind === 'UNEXPECTED') return { kind: 'UNKNOWN', code: resolution.code };
  const { specimen } = resolution;
  const plate = draft.plates.find(
    (one) => one.orderId === specimen.orderId && one.plateNumber === (specimen.shipmentPlateNumber ?? 1),
  );
  if (specimen.shipmentPlateLocation !== null && plate) return { kind: 'IN_WELL', plate, specimen };
  if (resolution.kind === 'REPEATED') {
    const tube = draft.tubes.find((one) => one.specimenId === specimen.id);
    return tube ? { kind: 'REPEATED', tube, message: resolution.message } : { kind: 'UNKNOWN', code };
  }
  return { kind: specimen.receivedAt === null ? 'EXPECTED' : 'RECEIVED_BEFORE', specimen };
}

const PACKAGE_COMMANDS: Partial<Record<Command, PackageCondition>> = {
  INTACT: 'INTACT',
  DAMAGED: 'DAMAGED',
  LEAKING: 'LEAKING',
  OPENED: 'OPENED',
  EXCURSION: 'TEMPERATURE_EXCURSION',
};

/** Return the condition of the package that a command code records; null for every other code. */
export function packageConditionOf(code: string): PackageCondition | null {
  const command = commandOf(code);
  return (command && PACKAGE_COMMANDS[command]) ?? null;
}

/** Match a scanned code within a session, without looking outside it. */
export function meaningOf(code: string, draft: SessionDraft, material: SessionMaterial): ScanMeaning {
  const known = identifierMeaning(code, draft, material) ?? labelMeaning(code, draft);
  if (known) return known;
  const plate = draft.plates.find((one) => one.barcode !== null && sameBarcode(one.barcode, code));
  return plate ? { kind: 'PLATE', plate } : tubeMeaning(code, draft, material);
}
