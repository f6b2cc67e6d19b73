import { useQuery } from '@tanstack/react-query';
import { Dna, ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ShownService } from '#db/ordering/shown-service.ts';
import { callApi } from '#pwa/api/client.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { ServiceFacts } from './service-facts.tsx';
import { ServicePicture } from './service-picture.tsx';
import { ServiceQuote } from './service-quote.tsx';
import { TierCalculator } from './tier-calculator.tsx';
import { TierTable } from './tier-table.tsx';

interface ServicePageProps {
  slug: string;
  /** Creates an order and opens it; absent for users who cannot order. */
  onOrder: ((protocolId: string) => Promise<void>) | undefined;
  /** True when this user may request quotes from the server, also for a project. */
  quotes: boolean;
}

const BREADCRUMBS = [{ label: 'Services', href: '/service' }];

function Loaded({ service, onOrder, quotes }: { service: ShownService } & Omit<ServicePageProps, 'slug'>) {
  const [busy, setBusy] = useState(false);
  const order = async (): Promise<void> => {
    setBusy(true);
    try {
      await onOrder?.(service.protocolId);
    } catch (error) {
      toast.error(error instanceof AppError ? error.message : MESSAGES.unknownError);
      setBusy(false);
    }
  };
  return (
    <Page
      title={service.name}
      breadcrumbs={BREADCRUMBS}
      actions={
        onOrder && (
          <Button variant="primary" icon={ShoppingCart} busy={busy} onClick={() => void order()}>
            Order this service
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        {service.imageFileId !== null && (
          <ServicePicture service={service} className="aspect-video w-full sm:w-64" />
        )}
        <p className="max-w-prose text-lg">{service.summary}</p>
      </div>
      <div className="grid gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          {service.description && (
            <Section title="About this service">
              <p className="max-w-prose whitespace-pre-line">{service.description}</p>
            </Section>
          )}
          <ServiceFacts service={service} />
        </div>
        <Section title="Price">
          <TierTable service={service} />
          {service.tiers.length > 0 &&
            (quotes ? <ServiceQuote service={service} /> : <TierCalculator service={service} />)}
        </Section>
      </div>
    </Page>
  );
}

/** One service for customers: accepted material, turnaround and price. */
export function ServicePage({ slug, ...rest }: ServicePageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/lab/services', 'one', slug],
    queryFn: ({ signal }) => callApi({ path: `/api/lab/services/${slug}`, answer: ShownService, signal }),
    networkMode: 'always',
  });
  if (data) return <Loaded service={data} {...rest} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Service" breadcrumbs={BREADCRUMBS}>
      {error ? (
        <EmptyState
          icon={Dna}
          title={missing ? 'This service is no longer available.' : 'It cannot be shown'}
          action={
            missing ? (
              <a href="/service" className="inline-flex min-h-11 items-center text-accent-ink underline">
                All services
              </a>
            ) : (
              <Button onClick={() => void refetch()}>Try again</Button>
            )
          }
        >
          {missing
            ? 'The list shows what can be ordered now.'
            : error instanceof AppError
              ? error.message
              : MESSAGES.unknownError}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the service" />
      )}
    </Page>
  );
}
