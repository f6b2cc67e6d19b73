import { useState } from 'react';
import { batchOf } from '#db/batches/find-batch.ts';
import type { BalancedRow } from '#db/protocols/values/balancing.ts';
import type { Sample } from '#db/samples/sample.ts';
import { makePool, poolProblem } from '#db/sequencing/pools/make-pool.ts';
import { planPool } from '#db/sequencing/pools/plan-pool.ts';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useOfflineLetter } from '#pwa/replica/hooks/use-offline-letter.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { OperationDialog } from '#pwa/ui/dialog/operation-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { LOADING_COLLECTIONS, type LoadingView } from './read-loading.ts';

/** The usual volume of a pool, in µL. */
const USUAL_VOLUME = '50';

/** Say what to pipette of a library. */
function pipetteText(row: BalancedRow | undefined): string {
  if (!row || row.sampleVolume === null) return row?.problem ?? '';
  const volume = `${row.sampleVolume} µL`;
  return [row.preDilution === null ? volume : `${volume} of a 1:${row.preDilution} dilution`, row.text]
    .filter(Boolean)
    .join('. ');
}

/** Computes the volumes of a pool, shows them, and makes the pool. */
export function PoolDialog({ view, onClose }: { view: LoadingView; onClose(): void }) {
  const { batch } = view;
  const run = useCheckedOperation();
  const suffixLetter = useOfflineLetter();
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [volume, setVolume] = useState(USUAL_VOLUME);
  const [kitText, setKitText] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const libraries = view.libraries.filter(({ id }) => !excluded.has(id));
  const kits = kitText.split(/[\s,]+/).filter(Boolean);
  const ids = libraries.map(({ id }) => id).join(' ');
  const isVolume = Number(volume) > 0;
  const plan = useRuleRead(LOADING_COLLECTIONS, `${batch.id} ${volume} ${ids}`, async (tx, context) =>
    isVolume ? planPool(tx, await batchOf(tx, context, batch.id), libraries, volume) : null,
  );
  const rowOf = ({ id }: Sample): BalancedRow | undefined => plan?.rows.find((row) => row.id === id);
  const members = libraries.flatMap((library) => {
    const row = rowOf(library);
    return row?.sampleVolume && Number(row.sampleVolume) > 0
      ? [{ sampleId: library.id, volume: row.sampleVolume, dilution: row.preDilution ?? 1 }]
      : [];
  });
  const problem =
    poolProblem(
      batch,
      libraries.map((row) => ({ row })),
      kits,
    )?.text ?? null;
  const make = async (): Promise<void> => {
    setBusy(true);
    const result = await run('make-pool', { batchId: batch.id, members, kits, suffixLetter });
    setBusy(false);
    if (result.outcome === 'REJECTED') return setRefusal(result.message);
    toast.success('Pool made. Saved on this device.');
    onClose();
  };
  const isReady = problem === null && members.length === libraries.length && members.length > 1;
  return (
    <OperationDialog
      open
      actionLabel={makePool.title}
      of={batch.julianId}
      busy={busy}
      disabled={!isReady}
      problem={refusal}
      onConfirm={() => void make()}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Volume of the pool" required>
          {(control) => <NumberInput {...control} decimal unit="µL" value={volume} onChange={setVolume} />}
        </Field>
        <Field label="Barcoding kits" hint="For example EXP-NBD104, EXP-NBD114.">
          {(control) => <TextInput {...control} code value={kitText} onChange={setKitText} />}
        </Field>
      </div>
      {problem && <Notice tone="warning" title={problem} />}
      <p className="text-ink-soft text-sm">
        {plan?.basis === 'MASS'
          ? 'Equal masses, because a fragment length is unknown.'
          : 'Equal amounts of each library.'}
      </p>
      <ul className="flex flex-col divide-y divide-line" aria-label="Libraries of the pool">
        {view.libraries.map((library) => (
          <li key={library.id} className="flex flex-wrap items-center justify-between gap-x-3">
            <Checkbox
              value={!excluded.has(library.id)}
              onChange={(isIncluded) =>
                setExcluded((before) => {
                  const next = new Set(before);
                  if (isIncluded) next.delete(library.id);
                  else next.add(library.id);
                  return next;
                })
              }
              label={
                <>
                  <span className="code">{library.barcode}</span> {library.dnaBarcode}
                </>
              }
            />
            <span className="tabular-nums">
              {excluded.has(library.id) ? '' : pipetteText(rowOf(library))}
            </span>
          </li>
        ))}
      </ul>
      {plan?.pool && (
        <p className="font-medium">
          {`Pool: ${plan.pool.volume} µL, ${plan.pool.concentration} ng/µL${plan.pool.amount ? `, ${plan.pool.amount} fmol` : ''}`}
        </p>
      )}
    </OperationDialog>
  );
}
