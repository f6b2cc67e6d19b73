import { BadgeDollarSign, EyeOff, Pencil, PencilRuler, ShoppingBag, Tag } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { changeServiceStatus, readService } from '#db/api/ordering/services.ts';
import { AppError } from '#db/errors/app-error.ts';
import { SERVICE_STATUS, ServiceStatus } from '#db/ordering/services/service.ts';
import type { ShownService } from '#db/ordering/services/shown-service.ts';
import { FILE_SUBTYPE_LABEL } from '#db/records/files/file-type.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { RecordHistory } from '#pwa/ui/history/record-history.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ServiceDialog } from './service-dialog.tsx';
import { ServiceFacts, TierCalculator, TierTable } from './service-facts.tsx';
import { ServicePicturePart } from './service-picture-part.tsx';

interface SaleActionsProps {
  service: ShownService;
  operation: ReturnType<typeof useCallMutation<typeof changeServiceStatus>>;
}

/** Puts a service on sale, takes it off with a reason, or makes it internal, as far as this user may. */
function SaleActions({ service, operation }: SaleActionsProps) {
  const [taking, setTaking] = useState(false);
  const { status, nextStatuses, missing, name } = service;
  const move = (to: ServiceStatus, done: string, reason: string | null = null) =>
    operation.mutate(
      { params: { id: service.id }, body: { status: to, reason } },
      { onSuccess: () => toast.success(done) },
    );
  const busy = operation.isPending;
  return (
    <>
      {nextStatuses.includes('NOT_A_SERVICE') && (
        <Button icon={EyeOff} busy={busy} onClick={() => move('NOT_A_SERVICE', 'Service is internal')}>
          Make internal
        </Button>
      )}
      {status === 'NOT_A_SERVICE' && nextStatuses.includes('DRAFT') && (
        <Button icon={PencilRuler} busy={busy} onClick={() => move('DRAFT', 'Service is a draft')}>
          Prepare for sale
        </Button>
      )}
      {nextStatuses.includes('LIVE') && (
        <Button
          variant="primary"
          icon={ShoppingBag}
          busy={busy}
          disabled={missing.length > 0}
          onClick={() => move('LIVE', 'Service is on sale')}
        >
          Put on sale
        </Button>
      )}
      {status === 'LIVE' && nextStatuses.includes('DRAFT') && (
        <Button icon={EyeOff} busy={busy} onClick={() => setTaking(true)}>
          Take off sale
        </Button>
      )}
      <ConfirmDialog
        open={taking}
        title={`Take ${name} off sale?`}
        confirmLabel="Take off sale"
        danger
        reasonRequired
        onClose={() => setTaking(false)}
        onConfirm={(reason) => {
          move('DRAFT', 'Service is off sale', reason);
          setTaking(false);
        }}
      >
        <p>Customers can no longer order this service. Submitted orders continue.</p>
      </ConfirmDialog>
    </>
  );
}

const BREADCRUMBS = [{ label: 'Services', to: '/lab/services' }] as const;

interface ManagedServicePageProps {
  id: string;
  /** Path of the prices; absent for users who may not see them. */
  onPrices: (() => void) | undefined;
}

const statusWord = (value: unknown): string => {
  const status = ServiceStatus.safeParse(value);
  return status.success ? SERVICE_STATUS[status.data].label : '';
};

/** Format events for the history: a status by its label, a price as money. */
const eventsOf = (entries: ShownService['history']) =>
  entries.map((entry) => {
    const { type, data } = entry;
    if (type === 'SERVICE_STATUS_CHANGED') {
      const changed = [{ field: 'status', from: statusWord(data['from']), to: statusWord(data['to']) }];
      return { ...entry, data: { changed, reason: data['reason'] ?? null } };
    }
    return type === 'SERVICE_UPDATED' && !data['changed'] ? { ...entry, type: 'PRICE_CHANGED' } : entry;
  });

function CatalogueFacts({ service }: { service: ShownService }) {
  const { protocol, deliverables } = service;
  return (
    <Section title="In the catalog">
      <ServicePicturePart service={service} />
      <p className="max-w-prose font-medium">{service.summary}</p>
      <p className="wrap-anywhere mt-2 mb-4 max-w-prose whitespace-pre-line">
        {service.description ?? 'No description yet.'}
      </p>
      <KeyValues
        items={[
          { name: 'Protocol', value: `${protocol.name} (${protocol.code}, v${protocol.protocolVersion})` },
          { name: 'Name in the address', value: <span className="code">{service.slug}</span> },
          { name: 'Category', value: service.category },
          {
            name: 'Place in the list',
            value: service.sortOrder === null ? null : String(service.sortOrder),
          },
          { name: 'Clinical', value: service.clinical ? 'Yes' : 'No' },
          { name: 'Deliverables', value: deliverables.map((one) => FILE_SUBTYPE_LABEL[one]).join(', ') },
        ]}
      />
    </Section>
  );
}

function Missing({ service: { status, missing } }: { service: ShownService }) {
  if (missing.length === 0 || status === 'NOT_A_SERVICE') return null;
  return (
    <Notice tone="warning" title={status === 'LIVE' ? 'On sale, but incomplete' : 'Required to put on sale'}>
      <ul className="list-disc pl-5">
        {missing.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Loaded({
  service,
  onPrices,
}: { service: ShownService } & Pick<ManagedServicePageProps, 'onPrices'>) {
  const role = useSession().session?.user.role;
  const [editing, setEditing] = useState(false);
  const operation = useCallMutation(changeServiceStatus);
  return (
    <Page
      title={service.name}
      breadcrumbs={BREADCRUMBS}
      badge={<StatusBadge display={SERVICE_STATUS[service.status]} />}
      actions={
        <>
          {onPrices && (
            <Button icon={BadgeDollarSign} onClick={onPrices}>
              Prices
            </Button>
          )}
          {role !== undefined && may(role, 'lab/services:update') && (
            <Button icon={Pencil} onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          <SaleActions service={service} operation={operation} />
        </>
      }
    >
      {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
      <Missing service={service} />
      <div className="grid gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <CatalogueFacts service={service} />
          <ServiceFacts service={service} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Section title="Standard price">
            <TierTable service={service} />
            <TierCalculator service={service} />
          </Section>
          <Section title="History">
            {service.history.length === 0 ? (
              <p className="text-ink-soft">Nothing has been changed yet.</p>
            ) : (
              <RecordHistory label={`History of ${service.name}`} entries={eventsOf(service.history)} />
            )}
          </Section>
        </div>
      </div>
      <ServiceDialog open={editing} service={service} onClose={() => setEditing(false)} />
    </Page>
  );
}

/** One service for its editors: catalog entry, missing entries, price and history. */
export function ManagedServicePage({ id, onPrices }: ManagedServicePageProps) {
  const { data, error, refetch } = useCall(readService, { params: { id } });
  if (data) return <Loaded key={data.id} service={data} onPrices={onPrices} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Service" breadcrumbs={BREADCRUMBS}>
      {error ? (
        <EmptyState
          icon={Tag}
          title={missing ? 'Service not found' : 'The service cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing ? 'The service may have been removed. Go back to the list.' : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the service" />
      )}
    </Page>
  );
}
