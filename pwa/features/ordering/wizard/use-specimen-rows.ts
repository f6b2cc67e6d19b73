import { useCallback, useEffect, useRef, useState } from 'react';
import type { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { sendRows } from './manifest-client.ts';
import { type EnteredRows, filledRows, rowsOf } from './specimen-rows.ts';
import { type DraftActs, errorText } from './use-draft.ts';
import { type Saved, savedAfter } from './use-step-form.ts';

/**
 * The rows of an order while they are typed. They outlive their step, because rows with faults cannot be saved yet;
 * what is saved is what all devices see.
 */
export function useSpecimenRows(draft: ShownDraft, acts: DraftActs) {
  const { requisitions } = draft;
  const [rows, setRows] = useState<EnteredRows>(() => rowsOf(requisitions));
  const [dirty, setDirty] = useState(false);
  const [faults, setFaults] = useState<readonly ManifestFault[]>([]);
  const [warnings, setWarnings] = useState<readonly ManifestFault[]>([]);
  const latest = useRef({ rows, dirty });
  latest.current = { rows, dirty };
  useEffect(() => {
    if (!latest.current.dirty) setRows(rowsOf(requisitions));
  }, [requisitions]);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  const change = useCallback((next: (before: EnteredRows) => EnteredRows): void => {
    latest.current = { rows: next(latest.current.rows), dirty: true };
    setRows(latest.current.rows);
    setDirty(true);
  }, []);
  const saved = (): void => {
    latest.current = { ...latest.current, dirty: false };
    setDirty(false);
    setFaults([]);
  };
  /** Saves all rows, or none when one has a fault: false then. */
  const save = async (): Promise<Saved> => {
    if (!latest.current.dirty) return true;
    const sent = filledRows(latest.current.rows);
    try {
      if (sent.length === 0) {
        if (requisitions.length > 0) await acts.removeRows(requisitions.map(({ id }) => id));
        saved();
        return true;
      }
      const verdict = await acts.beside(async () => {
        const told = await sendRows({ orderId: draft.order.id, mode: 'replace', dryRun: false }, sent);
        if ('right' in told) saved();
        return told;
      });
      setFaults('faulty' in verdict ? verdict.faulty.faults : []);
      setWarnings('faulty' in verdict ? verdict.faulty.warnings : verdict.right.warnings);
      return 'right' in verdict;
    } catch (error) {
      toast.error(errorText(error));
      return savedAfter(error);
    }
  };
  /** Back to what is saved. */
  const takeBack = (): void => {
    saved();
    setWarnings([]);
    setRows(rowsOf(requisitions));
  };
  return { rows, dirty, faults, warnings, change, save, takeBack };
}
export type SpecimenRows = ReturnType<typeof useSpecimenRows>;
