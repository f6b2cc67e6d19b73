import { useState } from 'react';
import { loadFlowCell } from '#db/sequencing/flow-cells/load-flow-cell.ts';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { ScanField } from '#pwa/scanning/scan-field.tsx';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { OperationDialog } from '#pwa/ui/dialog/operation-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { type LoadingView, positionsFor } from './read-loading.ts';

/** The three things that are scanned for a loading. */
interface Scanned {
  sampleId: string;
  cellId: string;
  /** The sequencer and the name of its position. */
  position: string;
}

/** Find what a code names: a tube of the batch, a flow cell, or a sequencer with its first free position. */
function identify(
  view: LoadingView,
  code: string,
  cellId: string,
): (Partial<Scanned> & { name: string }) | null {
  const tubes = [...view.pools.map(({ pool }) => pool), ...view.libraries];
  const tube = tubes.find(({ barcode }) => barcode === code);
  if (tube) return { sampleId: tube.id, name: tube.barcode };
  const cell = view.cells.find(({ flowCellId }) => flowCellId === code);
  if (cell) return { cellId: cell.id, name: `Flow cell ${cell.flowCellId}` };
  const device = view.sequencers.find(({ row }) => row.serialNumber.toUpperCase() === code);
  const positions = positionsFor(
    view,
    view.cells.find(({ id }) => id === cellId),
  );
  const position = device && positions.find(({ value }) => value.startsWith(`${device.row.id} `));
  return position ? { position: position.value, name: position.label } : null;
}

/** Loads a pool or library onto a flow cell, by scans in any order or by choice. */
export function LoadDialog({ view, onClose }: { view: LoadingView; onClose(): void }) {
  const { batch } = view;
  const run = useCheckedOperation();
  const verdict = useVerdict();
  const [scanned, setScanned] = useState<Scanned>({ sampleId: '', cellId: '', position: '' });
  const [volume, setVolume] = useState('');
  const [reason, setReason] = useState('');
  const [needsReason, setNeedsReason] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const choose = (changes: Partial<Scanned>): void => {
    setScanned((before) => ({ ...before, ...changes }));
    setRefusal(null);
    setNeedsReason(false);
  };
  useScan(
    ({ code }) => {
      const match = identify(view, code.toUpperCase(), scanned.cellId);
      if (!match) return verdict.show({ verdict: 'error', title: 'Nothing to load has this code', code });
      const { name, ...changes } = match;
      choose(changes);
      verdict.show({ verdict: 'ok', title: name, code });
    },
    { layer: 'dialog' },
  );
  const positions = positionsFor(
    view,
    view.cells.find(({ id }) => id === scanned.cellId),
  );
  const load = async (): Promise<void> => {
    const [sequencerId = '', ...name] = scanned.position.split(' ');
    setBusy(true);
    const result = await run('load-flow-cell', {
      batchId: batch.id,
      sampleId: scanned.sampleId,
      cellId: scanned.cellId,
      sequencerId,
      positionName: name.join(' '),
      volume,
      overrideReason: reason.trim() === '' ? null : reason.trim(),
    });
    setBusy(false);
    if (result.outcome === 'REJECTED') {
      setRefusal(result.message);
      return setNeedsReason(result.code === 'BARCODE_REUSED');
    }
    if (result.outcome === 'APPLIED_WITH_WARNING' && result.message) toast.warning(result.message);
    else toast.success('Flow cell loaded. Saved on this device.');
    onClose();
  };
  const isComplete = Object.values(scanned).every((value) => value !== '') && Number(volume) > 0;
  return (
    <OperationDialog
      open
      actionLabel={loadFlowCell.title}
      of={batch.julianId}
      busy={busy}
      disabled={!isComplete || (needsReason && reason.trim() === '')}
      problem={refusal}
      onConfirm={() => void load()}
      onClose={onClose}
    >
      <ScanField label="Scan tube, flow cell, sequencer" autoFocus uncounted />
      {verdict.current && (
        <ScanVerdict
          verdict={verdict.current.verdict}
          title={verdict.current.title}
          scanKey={verdict.current.n}
        />
      )}
      <Field label="Pool or library" required>
        {(control) => (
          <Select
            {...control}
            value={scanned.sampleId}
            onChange={(sampleId) => choose({ sampleId })}
            options={[
              ...view.pools.map(({ pool, members }) => ({
                value: pool.id,
                label: `${pool.barcode} · ${members.length} libraries`,
              })),
              ...view.libraries.map((row) => ({
                value: row.id,
                label: [row.barcode, row.dnaBarcode].filter(Boolean).join(' · '),
              })),
            ]}
          />
        )}
      </Field>
      <Field label="Flow cell" required>
        {(control) => (
          <Select
            {...control}
            value={scanned.cellId}
            onChange={(cellId) => choose({ cellId, position: '' })}
            options={view.cells.map((cell) => ({
              value: cell.id,
              label: `${cell.flowCellId} · ${cell.poresAtCheck ?? 'no'} pores`,
            }))}
          />
        )}
      </Field>
      <Field label="Position" required>
        {(control) => (
          <Select
            {...control}
            value={scanned.position}
            onChange={(position) => choose({ position })}
            options={positions}
          />
        )}
      </Field>
      <Field label="Loaded volume" required>
        {(control) => <NumberInput {...control} decimal unit="µL" value={volume} onChange={setVolume} />}
      </Field>
      {needsReason && (
        <Field label="Reason to use the barcode again" required>
          {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={1000} />}
        </Field>
      )}
    </OperationDialog>
  );
}
