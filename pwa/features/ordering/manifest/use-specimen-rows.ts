import { useCallback, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import { ManifestRow } from '#db/ordering/manifest/manifest-row.ts';
import { rowsMark } from '#db/ordering/manifest/rows-mark.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { type DraftOperations, isStaleVersion } from '#pwa/features/ordering/drafts/use-order-draft.ts';
import { type Saved, savedAfter } from '#pwa/features/ordering/drafts/wizard-steps.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { type EnteredRows, filledRows, mergeRows, rowsOf, sameRows } from './draft-specimen-rows.ts';
import { sendRows } from './manifest-client.ts';

const DraftRows = z.object({ before: z.array(ManifestRow), rows: z.array(ManifestRow) });
/** Unsaved rows, with the saved rows on which they are based. */
interface DraftRows {
  before: EnteredRows;
  rows: EnteredRows;
}

const keyOf = (userId: string, orderId: string): string => `order-rows ${userId} ${orderId}`;

/**
 * The rows of an order that this tab stores: they survive a reload and a crash, and end with the tab or a
 * sign-out.
 */
function draftRowsStore(userId: string, orderId: string, storage: Storage = sessionStorage) {
  const key = keyOf(userId, orderId);
  return {
    read(): DraftRows | null {
      try {
        return DraftRows.parse(JSON.parse(storage.getItem(key) ?? 'null'));
      } catch {
        return null;
      }
    },
    keep(draftRows: DraftRows): void {
      try {
        storage.setItem(key, JSON.stringify(draftRows));
      } catch {
        // When the storage is full, the rows exist only on the screen.
      }
    },
    forget(): void {
      storage.removeItem(key);
    },
  };
}

interface RowState {
  /** The rows on the screen. */
  rows: EnteredRows;
  /** The saved rows on which the edits are based: differences were typed here. */
  before: EnteredRows;
  dirty: boolean;
}

/** Restore the rows that this tab stored before a reload, merged with what is saved now. */
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

/** Stores unsaved rows on this device until they are saved or discarded; closing the tab asks first. */
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
 * The rows of an order during editing. They survive the step and a reload, because rows with faults cannot be
 * saved yet; all devices see saved rows only, and rows that others save meanwhile are merged with the edits
 * here.
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
  /** Merge the currently saved rows with the edits. */
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
  /** Mark rows as saved; later edits remain unsaved. */
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
  /** Save all rows; returns false when one has a fault, and saves none. */
  const save = async (): Promise<Saved> => {
    take(operations.latest() ?? draft);
    if (!latest.current.dirty) return true;
    try {
      return await send(latest.current.rows);
    } catch (error) {
      // If somebody else saved first, their rows now appear beside the edits, and the notice above says so.
      if (!isStaleVersion(error)) toast.error(errorText(error));
      return savedAfter(error);
    }
  };
  /** Revert to the saved rows. */
  const discardChanges = (): void => {
    setManifestFaults([]);
    setWarnings([]);
    const saved = rowsOf(draft);
    updateState({ rows: saved, before: saved, dirty: false });
    // Not deferred: the page may be left right after this.
    store.forget();
  };
  const { rows, dirty } = rowState;
  return { rows, dirty, restored, manifestFaults, warnings, change, save, discardChanges };
}
export type SpecimenRows = ReturnType<typeof useSpecimenRows>;
