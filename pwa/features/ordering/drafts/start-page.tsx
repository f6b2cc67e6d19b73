import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Copy } from 'lucide-react';
import { useState } from 'react';
import { isOneOf, STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import { ORDER_STATUSES } from '#db/ordering/orders/order-status.ts';
import type { ListedService } from '#db/ordering/services/shown-service.ts';
import { callKey } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { ReadinessList, useReadiness } from '#pwa/features/ordering/dashboard/readiness-list.tsx';
import { ORDER_CALLS } from '#pwa/features/ordering/order-calls.ts';
import { useCopyOrder } from '#pwa/features/ordering/orders/use-copy-order.ts';
import { useViewer } from '#pwa/features/ordering/viewer.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { INPUT_CLASS } from '#pwa/ui/form/control.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { lazyComponent, SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { orderCallsOf, startOrder } from './draft-client.ts';
import { ServiceCards, ServicesWaiting, useServices } from './service-step.tsx';
import { useRole } from './use-order-draft.ts';

const NEWEST_DRAFTS = { status: 'DRAFT', sort: 'createdAt:desc', limit: 20 };

const useDrafts = (isShown: boolean) =>
  useCall(orderCallsOf(useRole()).list, { query: NEWEST_DRAFTS }, { staleTime: 0, enabled: isShown });

/** Drafts to continue, including those of colleagues and other devices. Staff see only their own. */
function DraftList({ drafts }: { drafts: ReturnType<typeof useDrafts> }) {
  const role = useRole();
  const userId = useSession().session?.user.id;
  if (drafts.isError)
    return (
      <Notice
        tone="danger"
        title={errorText(drafts.error)}
        action={<Button onClick={() => void drafts.refetch()}>Try again</Button>}
      />
    );
  const rows = (drafts.data?.rows ?? []).filter(
    ({ createdByUserId }) => !seesAllCompanies(role) || createdByUserId === userId,
  );
  if (rows.length === 0) return null;
  return (
    <Section title="Continue a draft">
      <ul className="flex flex-col">
        {rows.map((one) => (
          <li key={one.id} className="border-line border-b last:border-b-0">
            <Link
              to="/order/$id"
              params={{ id: one.id }}
              className="flex min-h-14 items-center gap-3 rounded-sm px-2 py-2 hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">
                  {one.orderNumber === null ? orderTitle(one) : `${one.orderNumber} · ${one.serviceName}`}
                </span>
                <span className="block text-ink-soft text-sm">
                  {[
                    `${one.specimenCount} of ${one.projectedSpecimenCount} specimens`,
                    seesAllCompanies(role) ? one.companyName : (one.createdByName ?? ''),
                    `changed ${formatDate(one.updatedAt)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <ArrowRight aria-hidden size={20} className="shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const RECENT_ORDERS = {
  status: ORDER_STATUSES.filter((status) => status !== 'DRAFT'),
  orderClassification: 'STANDARD',
  sort: 'createdAt:desc',
  limit: 5,
};

interface RecentOrdersProps {
  /** The organization that staff order for. */
  companyId: string | null;
  onStarted(orderId: string): void;
}

/** The last orders of the organization, which can be copied to a new draft. */
function RecentOrders({ companyId, onStarted }: RecentOrdersProps) {
  const { family } = useViewer();
  const query = { ...RECENT_ORDERS, ...(companyId === null ? {} : { companyId }) };
  const { data } = useCall(ORDER_CALLS[family].list, { query }, { staleTime: 0 });
  const copy = useCopyOrder(family, onStarted);
  if (!data || data.rows.length === 0) return null;
  return (
    <Section title="Copy an order">
      <ul className="flex flex-col">
        {data.rows.map(({ id, orderNumber, serviceName, createdAt, specimenCount, submittedAt }) => (
          <li
            key={id}
            className="flex min-h-14 items-center gap-3 border-line border-b px-2 py-2 last:border-b-0"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">
                {orderNumber === null
                  ? orderTitle({ orderNumber, serviceName, createdAt })
                  : `${orderNumber} · ${serviceName}`}
              </span>
              <span className="block text-ink-soft text-sm">
                {[
                  countOf(specimenCount, 'specimen'),
                  submittedAt ? `submitted ${formatDate(submittedAt)}` : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Button
              icon={Copy}
              disabled={copy.busy}
              aria-label={`Copy order: ${orderTitle({ orderNumber, serviceName, createdAt })}`}
              onClick={() => copy.start(id)}
            >
              Copy order
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface StartPageProps {
  /** An order whose data use, shipping and billing the new one copies. */
  like?: string | undefined;
  /** The service selected in the catalog. */
  requestedProtocolId?: string | undefined;
  onStarted(orderId: string): void;
}

/** Only staff order for others: the organization search is not loaded for a customer. Its place is kept. */
const CompanyChoice = lazyComponent(
  () => import('./company-choice.tsx').then((loaded) => loaded.CompanyChoice),
  () => (
    <SlowLoadFallback>
      <Field label="Organization" required hint={'\u00a0'}>
        {({ id }) => <input id={id} disabled className={INPUT_CLASS} />}
      </Field>
    </SlowLoadFallback>
  ),
);

/** Selects the organization of an order. */
const ORGANIZATION = 'organization-of-order';

/** Start page of an order: drafts to continue, and the services. */
export function StartPage({ like, requestedProtocolId, onStarted }: StartPageProps) {
  const role = useRole();
  const services = useServices();
  const queries = useQueryClient();
  const requestedService = services.data?.find(({ protocolId }) => protocolId === requestedProtocolId);
  const isStaff = isOneOf(role, STAFF_ROLES);
  const isNew = like === undefined;
  const drafts = useDrafts(isNew);
  const readiness = useReadiness(isNew && !isStaff);
  // What is above the services is shown with them: a service that moves away is missed.
  const isLoading = services.isLoading || drafts.isLoading || readiness.isLoading;
  const [companyId, setCompanyId] = useState('');
  const [unchosen, setUnchosen] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const start = async ({ protocolId }: ListedService): Promise<void> => {
    if (isStaff && companyId === '' && isNew) {
      setUnchosen(true);
      document.getElementById(ORGANIZATION)?.querySelector('input')?.focus();
      return;
    }
    setBusy(protocolId);
    try {
      const id = await startOrder(role, { protocolId, companyId: companyId || null, like });
      void queries.invalidateQueries({ queryKey: callKey(orderCallsOf(role).list) });
      onStarted(id);
    } catch (error) {
      toast.error(errorText(error));
      setBusy(null);
    }
  };
  const content = (
    <>
      {requestedService && (
        <Notice
          tone="info"
          title={requestedService.name}
          action={
            <Button variant="primary" busy={busy !== null} onClick={() => void start(requestedService)}>
              Order this service
            </Button>
          }
        >
          <p>{requestedService.summary}</p>
        </Notice>
      )}
      <ReadinessList readiness={readiness.data} />
      {isNew && <DraftList drafts={drafts} />}
      <Section title="Choose a service">
        <div className="flex flex-col gap-4">
          {isStaff && isNew && (
            <div id={ORGANIZATION}>
              <CompanyChoice
                value={companyId}
                missing={unchosen && companyId === ''}
                onChange={setCompanyId}
              />
            </div>
          )}
          {services.data ? (
            <ServiceCards services={services.data} busy={busy} onChoose={(service) => void start(service)} />
          ) : (
            <ServicesWaiting services={services} />
          )}
        </div>
      </Section>
    </>
  );
  return (
    <Page title="New order">
      {!isNew && (
        <Notice tone="info" title="Choose the next service.">
          <p>Data use, shipping and billing are taken over from your last order.</p>
        </Notice>
      )}
      {isLoading ? <Skeleton lines={8} label="Services" /> : content}
      {!isLoading && isNew && (!isStaff || companyId !== '') && (
        <RecentOrders companyId={companyId || null} onStarted={onStarted} />
      )}
    </Page>
  );
}
