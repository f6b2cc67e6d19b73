import { useCallback, useEffect, useRef, useState } from 'react';
import type { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import { rowsMark } from '#db/ordering/manifest/rows-mark.ts';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { useSession } from '#pwa/replica/session.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { keptRowsOf } from './kept-rows.ts';
import { sendRows } from './manifest-client.ts';
import { mergeRows, sameRows } from './merge-rows.ts';
import { type EnteredRows, filledRows, rowsOf } from './specimen-rows.ts';
import { type DraftActs, errorText, isOvertaken } from './use-draft.ts';
import { type Saved, savedAfter } from './use-step-form.ts';

interface Standing {
  /** The rows on the screen. */
  rows: EnteredRows;
  /** Those that were saved when they were begun: what differs was typed here. */
  before: EnteredRows;
  dirty: boolean;
}

/** What this tab has kept from before a reload, put together with what is saved now. */
function begin(draft: ShownDraft, kept: ReturnType<typeof keptRowsOf>) {
  const saved = rowsOf(draft);
  const clean = { rows: saved, before: saved, dirty: false, restored: false };
  const found = kept.read();
  if (!found) return clean;
  const rows = mergeRows(found.before, found.rows, saved);
  return sameRows(filledRows(rows), filledRows(saved))
    ? clean
    : { rows, before: saved, dirty: true, restored: true };
}

/** Keeps unsaved rows on this device until they are saved or given up; closing the tab asks first. */
function useKeeping({ rows, before, dirty }: Standing, kept: ReturnType<typeof keptRowsOf>): void {
  useEffect(() => {
    if (!dirty) {
      kept.forget();
      return;
    }
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    const keep = (): void => kept.keep({ before, rows });
    const soon = setTimeout(keep, 300);
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(soon);
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pagehide', keep);
    };
  }, [rows, before, dirty, kept]);
}

/**
 * The rows of an order while they are typed. They outlive their step and a reload, because rows with faults cannot be
 * saved yet; what is saved is what all devices see, and what others save meanwhile is put together with what is typed here.
 */
export function useSpecimenRows(draft: ShownDraft, acts: DraftActs) {
  const { order } = draft;
  const userId = useSession().session?.user.id ?? '';
  const [kept] = useState(() => keptRowsOf(userId, order.id));
  const [start] = useState(() => begin(draft, kept));
  const [standing, show] = useState<Standing>(start);
  const [restored, setRestored] = useState(start.restored);
  const [faults, setFaults] = useState<readonly ManifestFault[]>([]);
  const [warnings, setWarnings] = useState<readonly ManifestFault[]>([]);
  const latest = useRef<Standing>(start);
  const taken = useRef(draft.requisitions);
  const stand = useCallback((next: Standing): void => {
    latest.current = next;
    show(next);
    if (!next.dirty) setRestored(false);
  }, []);
  /** What is saved now, put together with what is typed. */
  const take = useCallback(
    (saved: ShownDraft): void => {
      if (saved.requisitions === taken.current) return;
      taken.current = saved.requisitions;
      const { rows, before, dirty } = latest.current;
      const theirs = rowsOf(saved);
      stand({ rows: dirty ? mergeRows(before, rows, theirs) : theirs, before: theirs, dirty });
    },
    [stand],
  );
  useEffect(() => take(draft), [draft, take]);
  useKeeping(standing, kept);

  const change = useCallback(
    (next: (before: EnteredRows) => EnteredRows): void =>
      stand({ ...latest.current, rows: next(latest.current.rows), dirty: true }),
    [stand],
  );
  /** These rows are saved; what was typed since is not. */
  const isSaved = (rows: EnteredRows): void => {
    stand({ rows: latest.current.rows, before: rows, dirty: latest.current.rows !== rows });
    setFaults([]);
  };
  const send = async (rows: EnteredRows): Promise<Saved> => {
    const sent = filledRows(rows);
    if (sent.length === 0) {
      if (taken.current.length > 0) await acts.removeRows(taken.current.map(({ id }) => id));
      isSaved(rows);
      return true;
    }
    const verdict = await acts.beside(async () => {
      const seen = await rowsMark(taken.current);
      const told = await sendRows({ orderId: order.id, mode: 'replace', dryRun: false, seen }, sent);
      if ('right' in told) isSaved(rows);
      return told;
    });
    setFaults('faulty' in verdict ? verdict.faulty.faults : []);
    setWarnings('faulty' in verdict ? verdict.faulty.warnings : verdict.right.warnings);
    return 'right' in verdict;
  };
  /** Saves all rows, or none when one has a fault: false then. */
  const save = async (): Promise<Saved> => {
    take(acts.latest() ?? draft);
    if (!latest.current.dirty) return true;
    try {
      return await send(latest.current.rows);
    } catch (error) {
      // Where somebody else was quicker, what they saved stands here now beside what was typed, and that is told above.
      if (!isOvertaken(error)) toast.error(errorText(error));
      return savedAfter(error);
    }
  };
  /** Back to what is saved. */
  const takeBack = (): void => {
    setFaults([]);
    setWarnings([]);
    const saved = rowsOf(draft);
    stand({ rows: saved, before: saved, dirty: false });
    // At once: the page may be left with it.
    kept.forget();
  };
  const { rows, dirty } = standing;
  return { rows, dirty, restored, faults, warnings, change, save, takeBack };
}
export type SpecimenRows = ReturnType<typeof useSpecimenRows>;
