import { Link } from '@tanstack/react-router';
import { TestTube } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { DISCREPANCY_RESOLUTION, DISCREPANCY_TYPE } from '#db/specimens/discrepancies/discrepancy.ts';
import type { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { INFO_FIELD, type InfoField } from '#db/specimens/specimen-info.ts';
import { specimenDisplay } from '#db/specimens/specimen-status.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ownSpecimenEntries } from './own-specimen-entries.ts';
import { JourneyPicture, OwnSpecimenFacts } from './own-specimen-facts.tsx';
import { DecideDialog } from './specimen-decision.tsx';
import { journeyOf, nextStep } from './specimen-journey.ts';
import { useOwnSpecimen, useReader, useSpecimenCompletion, useSpecimenRefresh } from './use-own-specimens.ts';

const titled = (field: InfoField): string =>
  INFO_FIELD[field].charAt(0).toUpperCase() + INFO_FIELD[field].slice(1);

/** The input; the server validates it with its own schema. */
const schemaOf = (missing: readonly InfoField[]) =>
  z.object(
    Object.fromEntries(
      missing.map((field) => [field, z.string().trim().min(1, `Enter the ${INFO_FIELD[field]}.`).max(120)]),
    ),
  );

/** Convert a typed time in this device's zone to the server's format. */
const sentValue = (field: string, value: string): string =>
  field === 'collectedAt' ? new Date(value).toISOString() : value;

/** Asks for the data without which work on a received specimen cannot start. */
function InfoForm({ specimen }: { specimen: Pick<ShownSpecimen, 'id' | 'missing'> }) {
  const operation = useSpecimenCompletion();
  const refreshSpecimens = useSpecimenRefresh();
  const { missing } = specimen;
  const schema = useMemo(() => schemaOf(missing), [missing]);
  return (
    <Form
      schema={schema}
      defaults={Object.fromEntries(missing.map((field) => [field, '']))}
      onSubmit={async (typed) => {
        const info = Object.fromEntries(
          Object.entries(typed).map(([field, value]) => [field, sentValue(field, value)]),
        );
        // Somebody else may have acted first: the page then shows the current state.
        await operation.mutateAsync({ params: { id: specimen.id }, body: { info } }).catch(refreshSpecimens);
      }}
    >
      {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
      <div className="grid gap-4 md:grid-cols-2">
        {missing.map((field) => (
          <FormField key={field} name={field} label={titled(field)} required empty="">
            {(control) => (
              <TextInput {...control} type={field === 'collectedAt' ? 'datetime-local' : 'text'} />
            )}
          </FormField>
        ))}
      </div>
      <div>
        <SubmitButton>Send to the lab</SubmitButton>
      </div>
    </Form>
  );
}

/** Findings at the receipt of the specimen, and their resolution; renders nothing without findings. */
function NoticedPart({ specimen }: { specimen: ShownSpecimen }) {
  if (specimen.discrepancies.length === 0) return null;
  return (
    <Section title="Noticed when it arrived">
      <ul className="-my-2 divide-y divide-line">
        {specimen.discrepancies.map((one) => {
          const type = DISCREPANCY_TYPE[one.type];
          return (
            <li key={one.id} className="flex flex-col gap-1 py-3">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-semibold">{type}</span>
                <StatusBadge display={DISCREPANCY_RESOLUTION[one.resolution]} />
                <span className="text-ink-soft text-sm tabular-nums">{formatDate(one.createdAt)}</span>
              </span>
              {one.description !== type && <span className="wrap-anywhere">{one.description}</span>}
              {one.resolutionNote && (
                <span className="wrap-anywhere text-ink-soft text-sm">{one.resolutionNote}</span>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

const RESULT_EVENTS = ['RESULTS_RELEASED', 'RESULTS_RECALLED'];

/** Report whether its results were released and then recalled. The history is newest first. */
const takenBack = ({ resultsReleasedAt, history }: ShownSpecimen): boolean =>
  resultsReleasedAt === null &&
  history.find(({ type }) => RESULT_EVENTS.includes(type))?.type === 'RESULTS_RECALLED';

/** Tells the customer that the results are available or recalled, and what to do. */
export function OwnResults({ specimen, orderLink }: { specimen: ShownSpecimen; orderLink: AppLink }) {
  if (specimen.resultsReleasedAt !== null)
    return (
      <Notice tone="success" title="Results are ready">
        <p>
          Download them from the files of{' '}
          <Link {...orderLink} className="underline">
            {specimen.orderNumber === null ? 'the draft' : `order ${specimen.orderNumber}`}
          </Link>
          .
        </p>
      </Notice>
    );
  if (!takenBack(specimen)) return null;
  const corrected = specimen.status === 'COMPLETED' || specimen.status === 'IN_STORAGE';
  return (
    <Notice tone="warning" title="The lab has taken its results back">
      <p>
        {corrected ? 'Results are being corrected.' : 'The work is being repeated.'} Do not use earlier
        downloads. We email you when new results are ready.
      </p>
    </Notice>
  );
}

interface OwnSpecimenPageProps {
  id: string;
  /** Its events with its notes and files; they belong to another feature and come from the route. */
  activity(number: string, events: readonly TimelineEntry[]): ReactNode;
  /** Path of the list; specimen pages are below it. */
  base?: '/specimens' | '/lab/specimens';
  /** Decisions of staff about its results. */
  results?: (specimen: ShownSpecimen) => ReactNode;
  /** Further actions of staff. */
  actions?: (specimen: ShownSpecimen) => ReactNode;
}

/** The action of this user, or the reason for waiting. */
function Waiting({ specimen }: { specimen: ShownSpecimen }) {
  const [deciding, setDeciding] = useState(false);
  const { status, actionRequiredText, holdReason, missing, decisions } = specimen;
  if (status === 'ACTION_REQUIRED')
    return (
      <>
        <Notice
          tone="warning"
          title={decisions.length > 0 ? 'We need your decision' : 'A decision is needed'}
          action={
            decisions.length > 0 && (
              <Button variant="primary" onClick={() => setDeciding(true)}>
                Decide
              </Button>
            )
          }
        >
          <p className="wrap-anywhere">
            {actionRequiredText ?? 'The lab cannot work on this specimen as it is.'}
          </p>
        </Notice>
        <DecideDialog specimenId={deciding ? specimen.id : null} onClose={() => setDeciding(false)} />
      </>
    );
  if (missing.length > 0)
    return (
      <Section title="Information is missing">
        <p className="mb-3">The lab has received it and begins as soon as it knows this.</p>
        <InfoForm specimen={specimen} />
      </Section>
    );
  if ((status === 'RECEIVED_ON_HOLD' || status === 'RECEIVED_AWAITING_INFO') && holdReason)
    return (
      <Notice tone="hold" title="Waiting">
        <p className="wrap-anywhere">{holdReason}</p>
      </Notice>
    );
  return null;
}

function Loaded({
  specimen,
  activity,
  base,
  results,
  actions,
}: { specimen: ShownSpecimen } & Required<Omit<OwnSpecimenPageProps, 'id'>>) {
  const { customer } = useReader();
  const next = nextStep(specimen);
  const stages = journeyOf(specimen);
  const orderLink: AppLink = {
    to: customer ? '/orders/$id' : '/lab/orders/$id',
    params: { id: specimen.orderId },
  };
  return (
    <DetailPage
      number={specimen.customerSampleId}
      breadcrumbs={[{ label: 'Specimens', to: base }]}
      status={<StatusBadge display={specimenDisplay(specimen.status, customer, specimen.repeatedIn)} />}
      tags={<EntityBadge entity={specimen.entity} />}
      steps={stages}
      actions={actions(specimen)}
    >
      <Waiting specimen={specimen} />
      {customer && <OwnResults specimen={specimen} orderLink={orderLink} />}
      <Section title="Status">
        <JourneyPicture stages={stages} />
        {next && <p className="mt-3 text-ink-soft">{next}</p>}
      </Section>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <OwnSpecimenFacts
            specimen={specimen}
            orderLink={orderLink}
            specimenLink={(id) => ({ to: `${base}/$id`, params: { id } })}
          />
          {results(specimen)}
          <NoticedPart specimen={specimen} />
        </div>
        {activity(specimen.customerSampleId, ownSpecimenEntries(specimen, customer))}
      </div>
    </DetailPage>
  );
}

/** One specimen for its customer: stage, findings, history, and open decisions. */
export function OwnSpecimenPage({
  id,
  activity,
  base = '/specimens',
  results = () => null,
  actions = () => null,
}: OwnSpecimenPageProps) {
  const { data, error, refetch } = useOwnSpecimen(id);
  if (data) return <Loaded key={id} specimen={data} {...{ activity, base, results, actions }} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Specimen" breadcrumbs={[{ label: 'Specimens', to: base }]}>
      {error ? (
        <EmptyState
          icon={TestTube}
          title={missing ? 'Specimen not found' : 'This page cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing ? 'The specimen may have been removed, or you don’t have access.' : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the specimen" />
      )}
    </Page>
  );
}
