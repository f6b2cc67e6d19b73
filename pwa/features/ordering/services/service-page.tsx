import { Link } from '@tanstack/react-router';
import { Dna, ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { quoteService, readService } from '#db/api/ordering/services.ts';
import { listProjects } from '#db/api/projects.ts';
import { PRICE_SOURCE } from '#db/billing/prices/price-source.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { ShownQuote } from '#db/ordering/drafts/shown-draft.ts';
import type { ShownService } from '#db/ordering/services/shown-service.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { countProblem, ServiceFacts, TierCalculator, TierTable } from './service-facts.tsx';
import { ServicePicture } from './service-picture.tsx';

type Priced = Pick<ShownService, 'protocolId' | 'minSpecimens' | 'maxSpecimens'>;

const ACTIVE_PROJECTS = { status: 'ACTIVE', sort: 'name:asc', limit: 200 };

/** The projects in which this user's organizations may order. */
const useProjects = () => useCall(listProjects, { query: ACTIVE_PROJECTS });

function Quoted({ quote }: { quote: ShownQuote }) {
  const { count, unit, totals, price, problem } = quote;
  if (problem !== null) return problem;
  return (
    <>
      {`${count} × ${formatMoney(unit)} = `}
      <strong>{formatMoney(totals.total)}</strong>
      {price && (
        <span className="mt-1 block text-ink-soft text-sm">
          {`${PRICE_SOURCE[price.source]}, today. Locked in when you submit an order.`}
        </span>
      )}
      {price?.warning && <span className="mt-1 block text-sm">{price.warning}</span>}
    </>
  );
}

/** Today's price of a number of specimens for this user's organization or project, from the server. */
export function ServiceQuote({ service }: { service: Priced }) {
  const [typed, setTyped] = useState(String(service.minSpecimens));
  const [projectId, setProjectId] = useState('');
  const projects = useProjects().data?.rows ?? [];
  const count = Number(typed);
  const problem = countProblem(service, count);
  const project = projects.find(({ id }) => id === projectId) ?? null;
  const body = {
    protocolId: service.protocolId,
    count,
    companyId: project?.companyId ?? null,
    projectId: project?.id ?? null,
  };
  const { data, error } = useCall(quoteService, { body }, { enabled: problem === null, keepsPrevious: true });
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Field label="How many specimens?" filter>
        {(control) => <NumberInput {...control} value={typed} onChange={setTyped} />}
      </Field>
      {projects.length > 0 && (
        <Field label="For a project" filter>
          {(control) => (
            <Select<string>
              {...control}
              value={projectId}
              placeholder="No project"
              onChange={setProjectId}
              options={projects.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
      )}
      <p role="status" className="tabular-nums">
        {problem ?? (error ? errorText(error) : '')}
        {problem === null && !error && data && <Quoted quote={data} />}
      </p>
    </div>
  );
}

interface ServicePageProps {
  slug: string;
  /** Creates an order and opens it; absent for users who cannot order. */
  onOrder: ((protocolId: string) => Promise<void>) | undefined;
  /** True when this user may request quotes from the server, also for a project. */
  quotes: boolean;
}

const BREADCRUMBS = [{ label: 'Services', to: '/service' }] as const;

function Loaded({ service, onOrder, quotes }: { service: ShownService } & Omit<ServicePageProps, 'slug'>) {
  const [busy, setBusy] = useState(false);
  const order = async (): Promise<void> => {
    setBusy(true);
    try {
      await onOrder?.(service.protocolId);
    } catch (error) {
      toast.error(errorText(error));
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
  const { data, error, refetch } = useCall(readService, { params: { id: slug } });
  if (data) return <Loaded service={data} {...rest} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Service" breadcrumbs={BREADCRUMBS}>
      {error ? (
        <EmptyState
          icon={Dna}
          title={missing ? 'This service is no longer available.' : 'This page cannot be shown'}
          action={
            missing ? (
              <Link to="/service" className="inline-flex min-h-11 items-center text-accent-ink underline">
                All services
              </Link>
            ) : (
              <Button onClick={() => void refetch()}>Try again</Button>
            )
          }
        >
          {missing ? 'The list shows what can be ordered now.' : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the service" />
      )}
    </Page>
  );
}
