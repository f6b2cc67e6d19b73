import { Check, FlaskConical } from 'lucide-react';
import { PACKAGE_TYPE } from '#db/ordering/package-type.ts';
import type { ListedService } from '#db/ordering/shown-service.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';

function facts({ packageTypes, minSpecimens, maxSpecimens, turnaroundText }: ListedService): string {
  const range =
    maxSpecimens === null
      ? `${minSpecimens} ${minSpecimens === 1 ? 'specimen' : 'specimens'} or more`
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
                : `From ${formatMoney(service.fromAmount)} a specimen`}
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
