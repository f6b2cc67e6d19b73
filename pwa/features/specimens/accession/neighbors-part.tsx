import { useState } from 'react';
import type { ReceiptDiscrepancy } from '#db/specimens/accession/accession-args.ts';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancies/discrepancy.ts';
import { sameBarcode } from '#db/values/barcode-value.ts';
import { compareWells, isWellName, PLATE_COLUMNS, PLATE_ROWS } from '#db/values/plate-well.ts';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { labelCode, type PlateDraft, type SessionDraft, type TubeDraft } from './session-draft.ts';
import { withException } from './session-edit.ts';
import type { ReceivingSession } from './use-receiving-session.ts';

/** Conditions in which a tube's content may have reached its neighbors (domain 5.3). */
const SPILLS: readonly TubeDraft['condition'][] = ['LEAKING', 'DAMAGED'];

/** Number of tubes scanned before and after that are shown as nearest. */
const NEAR = 4;

/** List leaking and broken tubes whose neighbors nobody has inspected yet. */
export const uninspected = ({ tubes }: Pick<SessionDraft, 'tubes'>): TubeDraft[] =>
  tubes.filter(({ condition, inspected }) => SPILLS.includes(condition) && inspected !== true);

/** List the tubes that most likely stood beside a tube: those scanned just before and after it. */
export function nearTubes({ tubes }: Pick<SessionDraft, 'tubes'>, { sampleId }: TubeDraft): TubeDraft[] {
  const at = tubes.findIndex((tube) => tube.sampleId === sampleId);
  return tubes
    .slice(Math.max(0, at - NEAR), at + NEAR + 1)
    .filter((tube) => tube.sampleId !== sampleId && tube.condition === 'NONE');
}

const withNote = (note: string, more: string): string => [note.trim(), more].filter(Boolean).join(' ');

const outcome = (affected: readonly string[]): string =>
  `Neighbors inspected: ${affected.length === 0 ? 'none affected' : `${affected.join(', ')} affected`}.`;

/** Record the inspection of the tubes beside a leaking one; the finding becomes part of the receipt. */
export function inspectedTube(
  draft: SessionDraft,
  leaking: TubeDraft,
  affected: ReadonlySet<string>,
): SessionDraft {
  const names = draft.tubes.filter(({ sampleId }) => affected.has(sampleId)).map(({ julianId }) => julianId);
  const neighborNote = `Beside ${leaking.julianId}, ${DISCREPANCY_TYPE[conditionOf(leaking)].toLowerCase()}.`;
  const tubes = draft.tubes.map((tube): TubeDraft => {
    if (tube.sampleId === leaking.sampleId)
      return { ...tube, inspected: true, note: withNote(tube.note, outcome(names)) };
    if (!affected.has(tube.sampleId)) return tube;
    return { ...tube, condition: 'CONTAMINATED', note: withNote(tube.note, neighborNote) };
  });
  return { ...draft, tubes };
}

const conditionOf = ({ condition }: TubeDraft): ReceiptDiscrepancy =>
  condition === 'NONE' ? 'LEAKING' : condition;

/** List the wells that touch a well, in plate order. */
export function adjacentWells(well: string): string[] {
  const rows: readonly string[] = PLATE_ROWS;
  const row = rows.indexOf(well.slice(0, 1));
  const column = Number(well.slice(1));
  const around = [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].map((right) => ({ row: rows[row + down], column: column + right })),
  );
  return around
    .filter((one) => one.row !== undefined && one.column >= 1 && one.column <= PLATE_COLUMNS)
    .map((one) => `${one.row}${one.column}`)
    .filter((name) => name !== well && isWellName(name))
    .sort(compareWells);
}

/** List the leaking wells without an inspection, each with the filled wells beside it. */
export const uninspectedWells = (
  plate: PlateDraft,
  filled: ReadonlySet<string>,
): { well: string; type: ReceiptDiscrepancy; neighbors: string[] }[] =>
  Object.entries(plate.exceptions)
    .filter(([well, type]) => SPILLS.includes(type) && plate.inspected?.includes(well) !== true)
    .map(([well, type]) => ({
      well,
      type,
      neighbors: adjacentWells(well).filter((one) => filled.has(one) && plate.exceptions[one] === undefined),
    }))
    .filter(({ neighbors }) => neighbors.length > 0);

/** Build the changes of a plate after an inspection of the wells beside a leaking one. */
export const inspectedWell = (
  plate: PlateDraft,
  well: string,
  affected: readonly string[],
): Pick<PlateDraft, 'inspected' | 'exceptions' | 'note'> => ({
  inspected: [...(plate.inspected ?? []), well],
  exceptions: affected.length === 0 ? plate.exceptions : withException(plate, affected, 'CONTAMINATED'),
  note: withNote(plate.note ?? '', `${well}: ${outcome(affected)}`),
});

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
function NeighborsDialog(props: NeighborsDialogProps) {
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
          Check every adjacent tube, also those not received yet. Scan or select those that are wet or
          stained.
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

interface TubeNeighborsProps {
  draft: SessionDraft;
  session: ReceivingSession;
}

/** Prompts for the neighbors of every leaking or broken tube until somebody records their state. */
export function TubeNeighbors({ draft, session }: TubeNeighborsProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const open = draft.tubes.find(({ sampleId }) => sampleId === openId);
  return (
    <>
      {uninspected(draft).map((tube) => (
        <Notice
          key={tube.sampleId}
          tone="warning"
          title={`${tube.julianId}: ${tube.condition === 'NONE' ? '' : DISCREPANCY_TYPE[tube.condition].toLowerCase()}. Inspect the tubes beside it.`}
          action={
            <Button command="NEXT" onClick={() => setOpenId(tube.sampleId)}>
              Say what you found
            </Button>
          }
        >
          <p>What ran out may be on them; those affected go to quarantine as well.</p>
        </Notice>
      ))}
      {open && (
        <NeighborsDialog tube={open} draft={draft} session={session} onClose={() => setOpenId(null)} />
      )}
    </>
  );
}

interface WellNeighborsProps {
  plate: PlateDraft;
  /** List the filled wells. */
  filled: ReadonlySet<string>;
  onChange(changes: Partial<PlateDraft>): void;
}

/** Prompts for the filled wells that touch a leaking one until somebody records whether they are affected. */
export function WellNeighbors({ plate, filled, onChange }: WellNeighborsProps) {
  return uninspectedWells(plate, filled).map(({ well, type, neighbors }) => (
    <Notice
      key={well}
      tone="warning"
      title={`${well}: ${DISCREPANCY_TYPE[type].toLowerCase()}. Inspect ${neighbors.join(', ')}.`}
      action={
        <span className="flex flex-wrap gap-2">
          <Button command="NO" onClick={() => onChange(inspectedWell(plate, well, []))}>
            None is affected
          </Button>
          <Button command="YES" onClick={() => onChange(inspectedWell(plate, well, neighbors))}>
            {`All ${neighbors.length} are contaminated`}
          </Button>
        </span>
      }
    >
      <p>If only some are affected, choose them on the plate and say what is wrong with each.</p>
    </Notice>
  ));
}
