import { useState } from 'react';
import { sameBarcode } from '#db/values/barcode-value.ts';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { inspectedTube, nearTubes } from './neighbors.ts';
import { labelCode, type SessionDraft, type TubeDraft } from './session-draft.ts';
import type { ReceivingSession } from './use-receiving-session.ts';

interface NeighborsDialogProps {
  tube: TubeDraft;
  draft: SessionDraft;
  session: ReceivingSession;
  onClose(): void;
}

/** Wet tubes, scanned or checked in the list. */
function useAffected({ tube, draft }: NeighborsDialogProps) {
  const verdict = useVerdict();
  const [affected, setAffected] = useState<ReadonlySet<string>>(new Set());
  const set = (sampleId: string, wet: boolean): void =>
    setAffected((before) => {
      const next = new Set(before);
      if (wet) next.add(sampleId);
      else next.delete(sampleId);
      return next;
    });
  useScan(
    ({ code }) => {
      const carries = ({ scannedCode }: TubeDraft) => scannedCode !== null && sameBarcode(code, scannedCode);
      const scannedTube = draft.tubes.find((one) => carries(one) || sameBarcode(code, labelCode(one)));
      const problem = !scannedTube
        ? 'No tube of this session has this code. Scan it into the session first.'
        : scannedTube.sampleId === tube.sampleId
          ? 'This is the tube that leaks. Scan those beside it.'
          : scannedTube.condition !== 'NONE'
            ? `${scannedTube.julianId} has a problem of its own already.`
            : null;
      if (scannedTube && problem === null) set(scannedTube.sampleId, true);
      verdict.show({
        verdict: problem === null ? 'ok' : 'error',
        title: problem ?? `${scannedTube?.julianId ?? ''} is affected`,
        code,
      });
    },
    { layer: 'dialog' },
  );
  return { affected, set, verdict };
}

/** Asks for the state of the tubes beside a leaking one; affected tubes are received as contaminated. */
export function NeighborsDialog(props: NeighborsDialogProps) {
  const { tube, draft, session, onClose } = props;
  const { affected, set, verdict } = useAffected(props);
  const near = nearTubes(draft, tube);
  const scanned = draft.tubes.filter(
    (one) => affected.has(one.sampleId) && !near.some(({ sampleId }) => sampleId === one.sampleId),
  );
  const decide = (): void => {
    void session.change((now) => inspectedTube(now, tube, affected));
    onClose();
  };
  return (
    <Dialog
      open
      title={`Tubes beside ${tube.julianId}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Later</Button>
          <Button variant="primary" onClick={decide}>
            {affected.size === 0 ? 'None is affected' : `Quarantine ${affected.size} as contaminated`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          Look at every tube that stood beside it, also at those you have not received yet. Scan or tick those
          that are wet or stained.
        </p>
        <ScanStation label="Scan an affected tube" verdict={verdict} />
        {near.length + scanned.length > 0 && (
          <fieldset>
            <legend className="font-medium">Scanned just before and after it</legend>
            {[...near, ...scanned].map(({ sampleId, julianId, scannedCode }) => (
              <Checkbox
                key={sampleId}
                label={
                  <>
                    <span className="code">{julianId}</span>
                    {scannedCode !== null && <span className="text-ink-soft">{` · ${scannedCode}`}</span>}
                  </>
                }
                value={affected.has(sampleId)}
                onChange={(wet) => set(sampleId, wet)}
              />
            ))}
          </fieldset>
        )}
      </div>
    </Dialog>
  );
}
