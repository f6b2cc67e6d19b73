import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { type Signer, signatureText, wordsOf } from '#db/protocols/signing/write-signature.ts';
import { unscanned } from '#db/specimens/accession/accession-lookup.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { usePasswordDue } from '#pwa/replica/hooks/use-password-due.ts';
import type { SigningSecrets } from '#pwa/replica/signing/sign-record.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { NOTHING_TYPED, readyToSign, SigningFields } from '#pwa/ui/signing-fields.tsx';
import { uninspected, uninspectedWells } from './neighbors-part.tsx';
import { sessionProblems } from './session-args.ts';
import { awaitsIdentifier, type SessionMaterial, scannedIds, wellsToAccept } from './session-counts.ts';
import type { SessionDraft } from './session-draft.ts';
import { usePhotosOf } from './use-photos.ts';

interface PinSignProps {
  signer: Signer;
  disabled: boolean;
  /** Rejects with a message for the user. */
  onSign(secrets: SigningSecrets): Promise<void>;
}

/** Asks for the signing PIN, in an old session also for the password. */
function PinSign({ signer, disabled, onSign }: PinSignProps) {
  const passwordDue = usePasswordDue() ?? false;
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sign = async (): Promise<void> => {
    if (!readyToSign(typed, passwordDue))
      return setProblem(
        passwordDue ? 'Enter your password and the 6 digits of your PIN.' : 'A PIN has 6 digits.',
      );
    setBusy(true);
    setProblem(null);
    try {
      await onSign(typed);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The session was not signed. Try again.');
      setTyped(NOTHING_TYPED);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <p>{signatureText(wordsOf('RECEIVED', signer))}</p>
      <SigningFields
        value={typed}
        passwordDue={passwordDue}
        problem={problem}
        onChange={setTyped}
        onSign={() => !disabled && !busy && void sign()}
      />
      <Button
        variant="primary"
        size="large"
        icon={PenLine}
        busy={busy}
        disabled={disabled}
        onClick={() => void sign()}
      >
        Sign and receive
      </Button>
    </div>
  );
}

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
    ...uninspectedLabels(draft, material).map((label) => `${label}: neighbors not inspected.`),
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
            <p className="mb-2">What was not scanned is recorded as missing, and can be received later.</p>
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
