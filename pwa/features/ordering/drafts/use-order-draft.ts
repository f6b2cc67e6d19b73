import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import type { Role } from '#db/access/roles.ts';
import { signAttestation } from '#db/api/ordering/drafts.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { AttestationForm } from '#db/ordering/drafts/clinical-attestation.ts';
import type { DataUseForm, DraftChanges } from '#db/ordering/drafts/draft-form.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { call, callKey } from '#pwa/api/call.ts';
import { callQuery } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { draftCallsOf, orderCallsOf } from './draft-client.ts';

/**
 * Report whether somebody else changed the draft meanwhile; the wizard then reloads it and shows a notice.
 */
export const isStaleVersion = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'STALE_VERSION';

/** Report whether the draft was submitted, discarded or canceled elsewhere; the outcome is then shown. */
const isNoLongerDraft = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'NOT_A_DRAFT';

/** The role of the current user. */
export const useRole = (): Role => useSession().session?.user.role ?? 'COMPANY_USER';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Serialize with sorted address parts: the server keeps them in another order than the form. */
const comparable = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );

/** Pick the fields that differ from the draft. */
export const changesOf = (requested: DraftChanges, { order }: Pick<ShownDraft, 'order'>): DraftChanges =>
  Object.fromEntries(
    Object.entries(requested).filter(
      ([field, value]) =>
        value !== undefined && comparable(value) !== comparable(Reflect.get(order, field) ?? null),
    ),
  );

/**
 * A draft from the server with its operations: they run in sequence, each on the result of the one before.
 */
export function useDraft(id: string) {
  const role = useRole();
  const calls = draftCallsOf(role);
  const orderCalls = orderCallsOf(role);
  const queries = useQueryClient();
  const params = { id };
  const key = callKey(calls.read, { params });
  const query = useQuery({
    ...callQuery(calls.read, { params }),
    // A refetch on window focus must not replace typed values.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
  });
  const queueTail = useRef<Promise<unknown>>(Promise.resolve());
  const [saving, setSaving] = useState(0);
  const [isOutdated, setIsOutdated] = useState(false);
  const now = (): ShownDraft => {
    const draft = queries.getQueryData<ShownDraft>(key);
    if (!draft) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    return draft;
  };
  const storeDraft = (draft: ShownDraft): ShownDraft => {
    queries.setQueryData(key, draft);
    // The order's page shows the same data.
    void queries.invalidateQueries({ queryKey: callKey(orderCalls.one, { params }) });
    return draft;
  };
  const reload = async (): Promise<ShownDraft> => storeDraft(await call(calls.read, { params }));
  const serialize = <T>(operation: () => Promise<T>): Promise<T> => {
    const done = queueTail.current.then(async () => {
      setSaving((count) => count + 1);
      try {
        return await operation();
      } catch (error) {
        if (isStaleVersion(error)) {
          setIsOutdated(true);
          // The notice at the top may be scrolled out of view.
          toast.warning('This order was changed meanwhile. Look at it once more.');
          await reload().catch(() => undefined);
        }
        if (isNoLongerDraft(error)) await reload().catch(() => undefined);
        throw error;
      } finally {
        setSaving((count) => count - 1);
      }
    });
    queueTail.current = done.catch(() => undefined);
    return done;
  };
  return {
    query,
    role,
    saving: saving > 0,
    /** The draft of the last response, also before it is rendered. */
    latest: () => queries.getQueryData<ShownDraft>(key),
    /** True when a colleague or another window changed the order since it was read here. */
    overtaken: isOutdated,
    acknowledge: () => setIsOutdated(false),
    reload: () => serialize(reload),
    /** Reload the draft after running operations, without saving. */
    refresh: (): Promise<ShownDraft> => {
      const read = queueTail.current.then(reload);
      queueTail.current = read.catch(() => undefined);
      return read;
    },
    save: (requested: DraftChanges): Promise<ShownDraft> =>
      serialize(async () => {
        // A step that is left because the order was submitted has nothing to save.
        if (now().order.status !== 'DRAFT') return now();
        const changes = changesOf(requested, now());
        return Object.keys(changes).length === 0
          ? now()
          : storeDraft(
              await call(calls.update, { params, body: { seenVersion: now().order.version, changes } }),
            );
      }),
    acceptDataUse: (body: z.input<typeof DataUseForm>) =>
      serialize(async () => storeDraft(await call(calls.acceptDataUse, { params, body }))),
    signAttestation: (body: AttestationForm) =>
      serialize(async () => storeDraft(await call(signAttestation, { params, body }))),
    chooseSpecimens: (specimenIds: string[]) =>
      serialize(async () => {
        const body = { seenVersion: now().order.version, specimenIds };
        return storeDraft(await call(calls.chooseSourceSpecimens, { params, body }));
      }),
    removeRows: (specimenIds: string[]) =>
      serialize(async () =>
        storeDraft(await call(calls.removeRequisitions, { params, body: { specimenIds } })),
      ),
    attachPurchaseOrder: (fileId: string | null) =>
      serialize(async () => storeDraft(await call(calls.attachPurchaseOrder, { params, body: { fileId } }))),
    /** Run another request that changes the draft too. */
    runAndReload: <T>(operation: () => Promise<T>): Promise<T> =>
      serialize(async () => {
        const result = await operation();
        await reload();
        return result;
      }),
    submit: () =>
      serialize(async () => {
        const { order, quote } = now();
        const body = { seenVersion: order.version, seenTotal: quote.totals.total };
        try {
          await call(calls.submit, { params, body });
        } catch (error) {
          // Reload to show the new problem, such as a changed price or a withdrawn service.
          if (!isStaleVersion(error)) await reload().catch(() => undefined);
          throw error;
        }
        return reload();
      }),
    discard: () =>
      serialize(async () => {
        await call(calls.discard, { params, body: {} });
        queries.removeQueries({ queryKey: key });
        void queries.invalidateQueries({ queryKey: callKey(orderCalls.list) });
      }),
  };
}
export type DraftOperations = ReturnType<typeof useDraft>;
