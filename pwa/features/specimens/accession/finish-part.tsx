import type { Signer } from '#db/protocols/write-signature.ts';
import { unscanned } from '#db/specimens/accession-lookup.ts';
import { countOf } from '#pwa/format/counts.ts';
import type { SigningSecrets } from '#pwa/replica/sign-record.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { usePhotosOf } from '../photos/use-photos.ts';
import { uninspected, uninspectedWells } from './neighbors.ts';
import { PinSign } from './pin-sign.tsx';
import { sessionProblems } from './session-args.ts';
import { awaitsIdentifier, type SessionMaterial, scannedIds } from './session-counts.ts';
import type { SessionDraft } from './session-draft.ts';
import { wellsToAccept } from './session-plates.ts';

const MAX_ROWS = 30;

interface FinishPartProps {
  draft: SessionDraft;
  material: SessionMaterial;
  signer: Signer;
  onSign(secrets: SigningSecrets): Promise<void>;
}

/** Leaking tubes and wells whose neighbors nobody has inspected. */
function uninspectedLabels(draft: SessionDraft, { specimens }: SessionMaterial): string[] {
  const wells = draft.plates.flatMap((plate) => {
    const filled = new Set(
      wellsToAccept(plate, specimens).flatMap(({ well, specimen }) => (specimen ? [well] : [])),
    );
    return uninspectedWells(plate, filled).map(({ well }) => `${well} of plate ${plate.plateNumber}`);
  });
  return [...uninspected(draft).map(({ julianId }) => julianId), ...wells];
}

function warningsOf(draft: SessionDraft, material: SessionMaterial): string[] {
  const { clinicalIds } = material;
  const waiting = draft.tubes.filter((tube) => awaitsIdentifier(tube, clinicalIds)).length;
  const unchecked = draft.tubes.filter(({ labelChecked }) => !labelChecked).length;
  const plates = draft.plates.filter(({ accepted }) => accepted === null).length;
  return [
    ...(waiting > 0
      ? [
          `${countOf(waiting, 'clinical tube')} ${waiting === 1 ? 'has' : 'have'} no MRN compared and will be quarantined as wrong label.`,
        ]
      : []),
    ...(unchecked > 0
      ? [
          `${countOf(unchecked, 'tube')} ${unchecked === 1 ? 'has' : 'have'} no label that was checked by a scan.`,
        ]
      : []),
    ...uninspectedLabels(draft, material).map(
      (label) => `${label}: nobody has said whether its neighbours are affected.`,
    ),
    ...(plates > 0
      ? [
          plates === 1
            ? '1 plate is not accepted; its wells will be missing.'
            : `${plates} plates are not accepted; their wells will be missing.`,
        ]
      : []),
  ];
}

/** The summary of a session and its signature. */
export function FinishPart({ draft, material, signer, onSign }: FinishPartProps) {
  const problems = sessionProblems(draft, usePhotosOf(draft.id));
  const warnings = warningsOf(draft, material);
  const missing = unscanned(material.specimens, draft.orderIds, scannedIds(draft));
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Section title={`Missing: ${missing.length}`}>
        {missing.length === 0 ? (
          <p>Everything that was expected is here.</p>
        ) : (
          <>
            <p className="mb-2">
              What was not scanned is recorded as missing. It can still be received later.
            </p>
            <ul className="grid grid-cols-2 gap-x-4 gap-y-1">
              {missing.slice(0, MAX_ROWS).map((one) => (
                <li key={one.id} className="code truncate">
                  {one.requisitionNumber}
                </li>
              ))}
            </ul>
            {missing.length > MAX_ROWS && <p>{`and ${missing.length - MAX_ROWS} more`}</p>}
          </>
        )}
      </Section>
      <Section title="Sign">
        <div className="flex flex-col gap-3">
          {problems.map((problem) => (
            <Notice key={problem} tone="danger" title={problem} />
          ))}
          {warnings.map((warning) => (
            <Notice key={warning} tone="warning" title={warning} />
          ))}
          <PinSign signer={signer} disabled={problems.length > 0} onSign={onSign} />
        </div>
      </Section>
    </div>
  );
}
