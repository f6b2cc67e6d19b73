import { useCallback, useEffect, useRef, useState } from 'react';
import type { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import { rowsMark } from '#db/ordering/manifest/rows-mark.ts';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { useSession } from '#pwa/replica/session.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { draftRowsStore } from './draft-rows-store.ts';
import { sendRows } from './manifest-client.ts';
import { mergeRows, sameRows } from './merge-rows.ts';
import { type EnteredRows, filledRows, rowsOf } from './specimen-rows.ts';
import { type DraftOperations, errorText, isStaleVersion } from './use-draft.ts';
import { type Saved, savedAfter } from './use-step-form.ts';

interface RowState {
  /** The rows on the screen. */
  rows: EnteredRows;
  /** Those that were saved when they were begun: what differs was typed here. */
  before: EnteredRows;
  dirty: boolean;
}

/** What this tab has kept from before a reload, put together with what is saved now. */
function initialState(draft: ShownDraft, store: ReturnType<typeof draftRowsStore>) {
  const saved = rowsOf(draft);
  const clean = { rows: saved, before: saved, dirty: false, restored: false };
  const storedRows = store.read();
  if (!storedRows) return clean;
  const rows = mergeRows(storedRows.before, storedRows.rows, saved);
  return sameRows(filledRows(rows), filledRows(saved))
    ? clean
    : { rows, before: saved, dirty: true, restored: true };
}

/** Keeps unsaved rows on this device until they are saved or given up; closing the tab asks first. */
function usePersistRows({ rows, before, dirty }: RowState, store: ReturnType<typeof draftRowsStore>): void {
  useEffect(() => {
    if (!dirty) {
      store.forget();
      return;
    }
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    const keep = (): void => store.keep({ before, rows });
    const soon = setTimeout(keep, 300);
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(soon);
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pagehide', keep);
    };
  }, [rows, before, dirty, store]);
}

/**
 * The rows of an order while they are typed. They outlive their step and a reload, because rows with faults cannot be
 * saved yet; what is saved is what all devices see, and what others save meanwhile is put together with what is typed here.
 */
export function useSpecimenRows(draft: ShownDraft, operations: DraftOperations) {
  const { order } = draft;
  const userId = useSession().session?.user.id ?? '';
  const [store] = useState(() => draftRowsStore(userId, order.id));
  const [start] = useState(() => initialState(draft, store));
  const [rowState, show] = useState<RowState>(start);
  const [restored, setRestored] = useState(start.restored);
  const [manifestFaults, setManifestFaults] = useState<readonly ManifestFault[]>([]);
  const [warnings, setWarnings] = useState<readonly ManifestFault[]>([]);
  const latest = useRef<RowState>(start);
  const mergedRequisitions = useRef(draft.requisitions);
  const updateState = useCallback((next: RowState): void => {
    latest.current = next;
    show(next);
    if (!next.dirty) setRestored(false);
  }, []);
  /** What is saved now, put together with what is typed. */
  const take = useCallback(
    (saved: ShownDraft): void => {
      if (saved.requisitions === mergedRequisitions.current) return;
      mergedRequisitions.current = saved.requisitions;
      const { rows, before, dirty } = latest.current;
      const savedRows = rowsOf(saved);
      updateState({ rows: dirty ? mergeRows(before, rows, savedRows) : savedRows, before: savedRows, dirty });
    },
    [updateState],
  );
  useEffect(() => take(draft), [draft, take]);
  usePersistRows(rowState, store);

  const change = useCallback(
    (next: (before: EnteredRows) => EnteredRows): void =>
      updateState({ ...latest.current, rows: next(latest.current.rows), dirty: true }),
    [updateState],
  );
  /** These rows are saved; what was typed since is not. */
  const markSaved = (rows: EnteredRows): void => {
    updateState({ rows: latest.current.rows, before: rows, dirty: latest.current.rows !== rows });
    setManifestFaults([]);
  };
  const send = async (rows: EnteredRows): Promise<Saved> => {
    const rowsToSend = filledRows(rows);
    if (rowsToSend.length === 0) {
      if (mergedRequisitions.current.length > 0)
        await operations.removeRows(mergedRequisitions.current.map(({ id }) => id));
      markSaved(rows);
      return true;
    }
    const verdict = await operations.runAndReload(async () => {
      const baseline = await rowsMark(mergedRequisitions.current);
      const result = await sendRows(
        { orderId: order.id, mode: 'replace', dryRun: false, seen: baseline },
        rowsToSend,
      );
      if ('right' in result) markSaved(rows);
      return result;
    });
    setManifestFaults('faulty' in verdict ? verdict.faulty.faults : []);
    setWarnings('faulty' in verdict ? verdict.faulty.warnings : verdict.right.warnings);
    return 'right' in verdict;
  };
  /** Saves all rows, or none when one has a fault: false then. */
  const save = async (): Promise<Saved> => {
    take(operations.latest() ?? draft);
    if (!latest.current.dirty) return true;
    try {
      return await send(latest.current.rows);
    } catch (error) {
      // Where somebody else was quicker, what they saved stands here now beside what was typed, and that is told above.
      if (!isStaleVersion(error)) toast.error(errorText(error));
      return savedAfter(error);
    }
  };
  /** Back to what is saved. */
  const discardChanges = (): void => {
    setManifestFaults([]);
    setWarnings([]);
    const saved = rowsOf(draft);
    updateState({ rows: saved, before: saved, dirty: false });
    // At once: the page may be left with it.
    store.forget();
  };
  const { rows, dirty } = rowState;
  return { rows, dirty, restored, manifestFaults, warnings, change, save, discardChanges };
}
export type SpecimenRows = ReturnType<typeof useSpecimenRows>;
