import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import type { Role } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { DataUseForm, DraftChanges } from '#db/ordering/draft-form.ts';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { useSession } from '#pwa/replica/session.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { draftCalls } from './draft-client.ts';

/** Has somebody else changed the draft meanwhile? The wizard loads it anew and says so itself. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'STALE_VERSION';

/** Was it submitted, discarded or canceled elsewhere? What became of it is shown then. */
const isDraftNoMore = (error: unknown): boolean => error instanceof AppError && error.code === 'NOT_A_DRAFT';

/** What an error says to people. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** The role of whoever orders. */
export const useRole = (): Role => useSession().session?.user.role ?? 'COMPANY_USER';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As text, with the parts of an address in one order: the server keeps them in another than the form has them. */
const comparable = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );

/** Only what differs from the draft as it is. */
export const changesOf = (wanted: DraftChanges, { order }: Pick<ShownDraft, 'order'>): DraftChanges =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) =>
        value !== undefined && comparable(value) !== comparable(Reflect.get(order, field) ?? null),
    ),
  );

/** A draft as the server has it, and its acts: one after the other, each on what the one before it left. */
export function useDraft(id: string) {
  const role = useRole();
  const calls = useMemo(() => draftCalls(role), [role]);
  const queries = useQueryClient();
  const key = ['draft', role, id];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => calls.read(id, signal),
    networkMode: 'always',
    // What is being typed is not replaced because somebody looked at another window.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
  });
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const [saving, setSaving] = useState(0);
  const [overtaken, setOvertaken] = useState(false);
  const now = (): ShownDraft => {
    const draft = queries.getQueryData<ShownDraft>(key);
    if (!draft) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    return draft;
  };
  const keep = (draft: ShownDraft): ShownDraft => {
    queries.setQueryData(key, draft);
    // The page of the order shows the same.
    void queries.invalidateQueries({ queryKey: ['order', id] });
    return draft;
  };
  const reload = async (): Promise<ShownDraft> => keep(await calls.read(id));
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = turn.current.then(async () => {
      setSaving((count) => count + 1);
      try {
        return await act();
      } catch (error) {
        if (isOvertaken(error)) {
          setOvertaken(true);
          // The notice may be out of sight.
          toast.warning('This order was changed meanwhile. Look at it once more.');
          await reload().catch(() => undefined);
        }
        if (isDraftNoMore(error)) await reload().catch(() => undefined);
        throw error;
      } finally {
        setSaving((count) => count - 1);
      }
    });
    turn.current = done.catch(() => undefined);
    return done;
  };
  return {
    query,
    role,
    saving: saving > 0,
    /** The draft as the last answer told it, also before it is shown. */
    latest: () => queries.getQueryData<ShownDraft>(key),
    /** A colleague, or another window, has changed the order since it was read here. */
    overtaken,
    seen: () => setOvertaken(false),
    reload: () => inTurn(reload),
    /** Reads the draft anew after what is under way, and saves nothing. */
    look: (): Promise<ShownDraft> => {
      const read = turn.current.then(reload);
      turn.current = read.catch(() => undefined);
      return read;
    },
    save: (wanted: DraftChanges): Promise<ShownDraft> =>
      inTurn(async () => {
        // A step that is left because the order was submitted has nothing to save.
        if (now().order.status !== 'DRAFT') return now();
        const changes = changesOf(wanted, now());
        return Object.keys(changes).length === 0
          ? now()
          : keep(await calls.save(id, now().order.version, changes));
      }),
    acceptDataUse: (form: z.input<typeof DataUseForm>) =>
      inTurn(async () => keep(await calls.acceptDataUse(id, form))),
    chooseSpecimens: (ids: readonly string[]) =>
      inTurn(async () => keep(await calls.chooseSpecimens(id, now().order.version, ids))),
    removeRows: (ids: readonly string[]) => inTurn(async () => keep(await calls.removeRows(id, ids))),
    attachPurchaseOrder: (fileId: string | null) =>
      inTurn(async () => keep(await calls.attachPurchaseOrder(id, fileId))),
    /** Does something beside the draft that changes it too. */
    beside: <T>(act: () => Promise<T>): Promise<T> =>
      inTurn(async () => {
        const result = await act();
        await reload();
        return result;
      }),
    submit: () =>
      inTurn(async () => {
        const { order, quote } = now();
        const seen = { seenVersion: order.version, seenTotal: quote.totals.total };
        try {
          await calls.submit(id, seen);
        } catch (error) {
          // What stands in its way now, another price or a service taken off sale, is shown.
          if (!isOvertaken(error)) await reload().catch(() => undefined);
          throw error;
        }
        return reload();
      }),
    discard: () =>
      inTurn(async () => {
        await calls.discard(id);
        queries.removeQueries({ queryKey: key });
        void queries.invalidateQueries({ queryKey: ['drafts'] });
      }),
  };
}
export type DraftActs = ReturnType<typeof useDraft>;
