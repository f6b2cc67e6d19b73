import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import type { DataUseForm, DraftChanges, NewDraft } from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { OrderPage } from '#db/ordering/orders/listed-order.ts';
import { type ListedService, ServicePage } from '#db/ordering/services/shown-service.ts';
import { callApi } from '#pwa/api/client.ts';

const EmptyBody = z.unknown();

/** API path of drafts: customers have their own; staff have the same calls below their orders. */
export const draftBaseOf = (role: Role) =>
  may(role, 'create-order:create') ? '/api/create-order' : '/api/lab/orders/drafts';

/** Load the services that can be ordered. */
export const readServices = async (signal: AbortSignal): Promise<ListedService[]> => {
  const { rows } = await callApi({
    path: '/api/lab/services',
    query: { status: 'LIVE', limit: 500 },
    answer: ServicePage,
    signal,
  });
  return rows.filter(({ status }) => status === 'LIVE');
};

/** Load unsubmitted drafts, newest first. */
export const readDrafts = (role: Role, signal: AbortSignal): Promise<z.infer<typeof OrderPage>> =>
  callApi({
    path: may(role, 'lab/orders:read') ? '/api/lab/orders' : '/api/orders',
    query: { status: 'DRAFT', sort: 'createdAt:desc', limit: 20 },
    answer: OrderPage,
    signal,
  });

/** The API calls of the wizard for one role. */
export function draftCalls(role: Role) {
  const base = draftBaseOf(role);
  const post = (path: string, data: object): Promise<ShownDraft> =>
    callApi({ path: `${base}${path}`, method: 'POST', data, answer: ShownDraft });
  return {
    read: (id: string, signal?: AbortSignal): Promise<ShownDraft> =>
      callApi({ path: `${base}/${id}`, answer: ShownDraft, ...(signal ? { signal } : {}) }),
    start: (newDraft: z.input<typeof NewDraft>) => post('', newDraft),
    save: (id: string, seenVersion: number, changes: DraftChanges) =>
      post(`/${id}`, { seenVersion, changes }),
    acceptDataUse: (id: string, form: z.input<typeof DataUseForm>) => post(`/${id}/data-use`, form),
    removeRows: (id: string, specimenIds: readonly string[]) =>
      post(`/${id}/requisitions/remove`, { specimenIds }),
    chooseSpecimens: (id: string, seenVersion: number, specimenIds: readonly string[]) =>
      post(`/${id}/source-specimens`, { seenVersion, specimenIds }),
    attachPurchaseOrder: (id: string, fileId: string | null) => post(`/${id}/purchase-order`, { fileId }),
    submit: (id: string, baseline: { seenVersion: number; seenTotal: number }): Promise<unknown> =>
      callApi({ path: `${base}/${id}/submit`, method: 'POST', data: baseline, answer: EmptyBody }),
    discard: (id: string): Promise<unknown> =>
      callApi({ path: `${base}/${id}/discard`, method: 'POST', data: {}, answer: EmptyBody }),
  };
}
export type DraftCalls = ReturnType<typeof draftCalls>;
