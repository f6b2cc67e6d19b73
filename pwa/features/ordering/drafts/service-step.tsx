import { Check, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { listServices } from '#db/api/ordering/services.ts';
import { PACKAGE_TYPE } from '#db/ordering/orders/order-terms.ts';
import type { ListedService, ServicePage } from '#db/ordering/services/shown-service.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { type StepProps, useSaver } from './wizard-steps.ts';

function facts({ packageTypes, minSpecimens, maxSpecimens, turnaroundText }: ListedService): string {
  const range =
    maxSpecimens === null
      ? minSpecimens === 1
        ? 'No minimum'
        : `Minimum ${minSpecimens} specimens`
      : `${minSpecimens} to ${maxSpecimens} specimens`;
  const packages = packageTypes.map((type) => PACKAGE_TYPE[type].toLowerCase()).join(' or ');
  return [range, packages, turnaroundText].filter(Boolean).join(' · ');
}

/** The services on sale, each with its materials and price. */
export function ServiceCards({
  services,
  selectedProtocolId,
  busy,
  onChoose,
}: {
  services: readonly ListedService[];
  /** The protocol of the currently selected service. */
  selectedProtocolId?: string | undefined;
  /** The protocol that is being selected now. */
  busy: string | null;
  onChoose(service: ListedService): void;
}) {
  if (services.length === 0)
    return (
      <EmptyState icon={FlaskConical} title="No service is on sale now">
        Come back later, or ask the lab what it can do for you.
      </EmptyState>
    );
  return (
    <ul aria-label="Services" className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {services.map((service) => (
        <li
          key={service.id}
          className={`panel flex flex-col gap-2 p-4 ${service.protocolId === selectedProtocolId ? 'border-accent' : ''}`}
        >
          <h3 className="font-semibold text-lg">{service.name}</h3>
          <p className="flex-1">{service.summary}</p>
          <p className="text-ink-soft text-sm">{facts(service)}</p>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="font-medium tabular-nums">
              {service.fromAmount === null
                ? 'Price on request'
                : `From ${formatMoney(service.fromAmount)} per specimen`}
            </p>
            {service.protocolId === selectedProtocolId ? (
              <p className="inline-flex min-h-control items-center gap-2 font-semibold text-accent-ink">
                <Check aria-hidden size={18} />
                Chosen
              </p>
            ) : (
              <Button
                variant={selectedProtocolId === undefined ? 'primary' : 'secondary'}
                busy={busy === service.protocolId}
                disabled={busy !== null}
                aria-label={`Choose ${service.name}`}
                onClick={() => onChoose(service)}
              >
                Choose
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const LIVE_SERVICES = { status: 'LIVE', limit: 500 };
const onSale = ({ rows }: ServicePage) => rows.filter(({ status }) => status === 'LIVE');

/** The services on sale, from the server. */
export const useServices = () => useCall(listServices, { query: LIVE_SERVICES }, { select: onSale });

/** The loading state of the services. */
export function ServicesWaiting({ services }: { services: ReturnType<typeof useServices> }) {
  if (!services.isError) return <Skeleton lines={6} label="Services" />;
  return (
    <Notice
      tone="danger"
      title={errorText(services.error)}
      action={<Button onClick={() => void services.refetch()}>Try again</Button>}
    />
  );
}

/** Step 1 of an existing draft: its service, which can still be changed. */
export function ServiceStep({ draft, operations, saver, isVisited }: StepProps) {
  const services = useServices();
  const [busy, setBusy] = useState<string | null>(null);
  useSaver(saver, async () => true);
  const choose = async ({ protocolId }: { protocolId: string }): Promise<void> => {
    setBusy(protocolId);
    await operations.save({ protocolId }).catch((error: unknown) => toast.error(errorText(error)));
    setBusy(null);
  };
  const problem = isVisited ? draft.problems.find(({ step }) => step === 'service') : undefined;
  return (
    <div className="flex flex-col gap-4">
      {problem && <Notice tone="warning" title={problem.message} />}
      {services.data ? (
        <ServiceCards
          services={services.data}
          selectedProtocolId={draft.order.protocolId}
          busy={busy}
          onChoose={(service) => void choose(service)}
        />
      ) : (
        <ServicesWaiting services={services} />
      )}
    </div>
  );
}
