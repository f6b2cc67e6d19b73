import { TestTube } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import type { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { specimenDisplay } from '#db/specimens/specimen-status-for-customers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { InfoForm } from './info-form.tsx';
import { JourneyPicture } from './journey-picture.tsx';
import { NoticedPart } from './noticed-part.tsx';
import { OwnResults } from './own-results.tsx';
import { OwnSpecimenFacts } from './own-specimen-facts.tsx';
import { OwnSpecimenHistory } from './own-specimen-history.tsx';
import { journeyOf, nextStep } from './specimen-journey.ts';
import { errorText, useOwnSpecimen, useReader } from './use-own-specimens.ts';

interface OwnSpecimenPageProps {
  id: string;
  /** Files and notes of the specimen, from other features. */
  sidePanel?: ReactNode;
  /** Path of the list; specimen pages are below it. */
  base?: '/specimens' | '/lab/specimens';
  /** Decisions of staff about its results. */
  results?: (specimen: ShownSpecimen) => ReactNode;
  /** Further actions of staff. */
  actions?: (specimen: ShownSpecimen) => ReactNode;
}

const listAt = (href: string) => ({ label: 'Specimens', href });

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
          <p className="wrap-anywhere">{actionRequiredText ?? 'It cannot be worked on as it is.'}</p>
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
      <Notice tone="hold" title="It waits">
        <p className="wrap-anywhere">{holdReason}</p>
      </Notice>
    );
  return null;
}

function Loaded({
  specimen,
  sidePanel,
  base,
  results,
  actions,
}: { specimen: ShownSpecimen } & Required<Omit<OwnSpecimenPageProps, 'id'>>) {
  const { customer } = useReader();
  const next = nextStep(specimen);
  const orders = customer ? '/orders' : '/lab/orders';
  return (
    <Page
      title={specimen.customerSampleId}
      breadcrumbs={[listAt(base)]}
      badge={<StatusBadge display={specimenDisplay(specimen.status, customer, specimen.repeatedIn)} />}
      actions={actions(specimen)}
    >
      <Waiting specimen={specimen} />
      {customer && <OwnResults specimen={specimen} orderPath={`${orders}/${specimen.orderId}`} />}
      <Section title="Where it is">
        <JourneyPicture stages={journeyOf(specimen)} />
        {next && <p className="mt-3 text-ink-soft">{next}</p>}
      </Section>
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <OwnSpecimenFacts
            specimen={specimen}
            orderPath={`${orders}/${specimen.orderId}`}
            specimenPath={(id) => `${base}/${id}`}
          />
          {results(specimen)}
          <NoticedPart specimen={specimen} />
          <OwnSpecimenHistory specimen={specimen} customer={customer} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">{sidePanel}</div>
      </div>
    </Page>
  );
}

/** One specimen for its customer: stage, findings, history, and open decisions. */
export function OwnSpecimenPage({
  id,
  sidePanel = null,
  base = '/specimens',
  results = () => null,
  actions = () => null,
}: OwnSpecimenPageProps) {
  const { data, error, refetch } = useOwnSpecimen(id);
  if (data) return <Loaded key={id} specimen={data} {...{ sidePanel, base, results, actions }} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Specimen" breadcrumbs={[listAt(base)]}>
      {error ? (
        <EmptyState
          icon={TestTube}
          title={missing ? 'This specimen is not here' : 'It cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing
            ? 'It may have been removed, or you may not see it. Go back to the list.'
            : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Reading the specimen" />
      )}
    </Page>
  );
}
