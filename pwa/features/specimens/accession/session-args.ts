import type { AccessionArgs, AccessionPlate, AccessionTube } from '#db/specimens/accession/accession-args.ts';
import { packageProblem, unscanned } from '#db/specimens/accession/accession-lookup.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import { type SigningSecrets, signRecord } from '#pwa/replica/signing/sign-record.ts';
import type { TakenPhoto } from '#pwa/replica/store/photo-store.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { type SessionMaterial, scannedIds } from './session-counts.ts';
import { labelCode, type PlateDraft, type SessionDraft, type TubeDraft } from './session-draft.ts';

/** What the photos of a session show. */
export const PACKAGE = 'package';
export const aboutTube = ({ sampleId }: Pick<TubeDraft, 'sampleId'>): string => `tube|${sampleId}`;
export const aboutPlate = ({ orderId, plateNumber }: Pick<PlateDraft, 'orderId' | 'plateNumber'>): string =>
  `plate|${orderId}|${plateNumber}`;

/** List the photo ids of one subject in the order in which the photos were taken. */
export const photoIds = (photos: readonly TakenPhoto[], about: string): string[] =>
  photos.filter((photo) => photo.about === about).map(({ id }) => id);

/** A session without its signature: the content that is hashed and signed. */
type SessionContent = Omit<AccessionArgs, 'signature'>;

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Format a decimal as the lab writes it; null when the input is not readable. */
export const decimalOrNull = (text: string): string | null =>
  /^-?\d+(\.\d+)?$/.test(text.trim()) ? text.trim() : null;

const barcodeIdOf = ({ sampleBarcodeId }: { sampleBarcodeId: string }): string => sampleBarcodeId;

/**
 * Photos of a subject; omitted when there are none, so that the arguments equal those from before photos
 * existed.
 */
const photosOf = (photos: readonly TakenPhoto[], about: string): { photoFileIds?: string[] } => {
  const photoFileIds = photoIds(photos, about);
  return photoFileIds.length === 0 ? {} : { photoFileIds };
};

const tubeArgs = (
  tube: TubeDraft,
  draft: SessionDraft,
  clinical: ReadonlySet<string>,
  photos: readonly TakenPhoto[],
): AccessionTube => ({
  specimenId: tube.specimenId,
  sampleId: tube.sampleId,
  julianId: tube.julianId,
  sampleBarcodeId: barcodeIdOf(tube),
  sampleBarcode: labelCode(tube),
  scannedCode: tube.scannedCode,
  occurredAt: tube.occurredAt,
  estimatedVolume: decimalOrNull(tube.estimatedVolume),
  condition: tube.condition === 'NONE' && draft.allExcursion ? 'TEMPERATURE_EXCURSION' : tube.condition,
  secondIdentifierConfirmed:
    tube.specimenId !== null && clinical.has(tube.specimenId) ? tube.secondIdentifier === true : true,
  containerId: tube.containerId,
  position: tube.position,
  note: textOrNull(tube.note),
  ...photosOf(photos, aboutTube(tube)),
});

const plateArgs = (
  plate: PlateDraft,
  draft: SessionDraft,
  photos: readonly TakenPhoto[],
): AccessionPlate => ({
  orderId: plate.orderId,
  shipmentPlateNumber: plate.plateNumber,
  plateBarcode: plate.barcode,
  a1CornerSeen: plate.a1CornerSeen,
  rotated: plate.rotated,
  ...(plate.note?.trim() ? { note: plate.note.trim() } : {}),
  ...photosOf(photos, aboutPlate(plate)),
  wells: (plate.accepted ?? []).map((well) => ({
    well: well.well,
    specimenId: well.specimenId,
    sampleId: well.sampleId,
    julianId: well.julianId,
    sampleBarcodeId: barcodeIdOf(well),
    sampleBarcode: labelCode(well),
    exception: plate.exceptions[well.well] ?? (draft.allExcursion ? 'TEMPERATURE_EXCURSION' : null),
  })),
});

/** Build the arguments of the receive operation, without the signature. */
export function contentOf(
  draft: SessionDraft,
  groupNumber: string,
  { specimens, clinicalIds }: SessionMaterial,
  photos: readonly TakenPhoto[],
): SessionContent {
  return {
    accessionGroupId: draft.id,
    groupNumber,
    orderIds: draft.orderIds,
    trackingNumber: draft.trackingNumber,
    packageCondition: draft.condition ?? 'INTACT',
    packageTemperature: decimalOrNull(draft.temperature),
    coolantState: draft.coolant,
    packageCount: Number(draft.packageCount),
    packageNote: textOrNull(draft.note),
    photoFileIds: photoIds(photos, PACKAGE),
    tubes: draft.tubes.map((tube) => tubeArgs(tube, draft, clinicalIds, photos)),
    plates: draft.plates
      .filter(({ accepted }) => accepted !== null)
      .map((plate) => plateArgs(plate, draft, photos)),
    missingSpecimenIds: unscanned(specimens, draft.orderIds, scannedIds(draft)).map(({ id }) => id),
  };
}

/** Compute the hash that the receiver signs. */
const contentHash = (content: SessionContent): Promise<string> => sha256(canonicalJson(content));

/** List what prevents the signature, each with the remedy. */
export function sessionProblems(draft: SessionDraft, photos: readonly TakenPhoto[]): string[] {
  const photoCount = photoIds(photos, PACKAGE).length;
  const damage = draft.condition && packageProblem(draft.condition, draft.note, photoCount);
  const count = Number(draft.packageCount);
  const untouched = draft.tubes.length === 0 && draft.plates.every(({ accepted }) => accepted === null);
  return [
    ...(draft.condition === null ? ['Say in which condition the package arrived.'] : []),
    ...(damage ? [damage] : []),
    ...(draft.temperature.trim() !== '' && decimalOrNull(draft.temperature) === null
      ? ['The temperature is not a number. Correct or clear it.']
      : []),
    ...(draft.packageCount.trim() === '' || !Number.isInteger(count) || count < 0 || count > 1000
      ? ['Enter how many packages arrived, 0 to 1000.']
      : []),
    ...(draft.undecided.length > 0
      ? [
          `Decide about ${draft.undecided.length === 1 ? 'the tube that belongs' : `${draft.undecided.length} tubes that belong`} elsewhere.`,
        ]
      : []),
    ...(untouched ? ['Scan at least one tube or accept a plate before you finish.'] : []),
  ];
}

/** Sign the session and submit it as one operation. */
export async function signSession(
  replica: Replica,
  content: SessionContent,
  secrets: SigningSecrets,
): Promise<OperationResult> {
  const hash = await contentHash(content);
  const proofs = await signRecord(replica, secrets, hash);
  return replica.run('accession-shipment', {
    ...content,
    signature: { contentHash: hash, ...proofs },
  });
}
