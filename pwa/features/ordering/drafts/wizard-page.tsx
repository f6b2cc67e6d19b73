import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, Send } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { stepsOf, type WizardStep } from '#db/ordering/drafts/submit-problems.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { saveState, useSpecimenRows } from '#pwa/features/ordering/manifest/use-specimen-rows.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { orderHeading } from '#pwa/format/names.ts';
import { Button } from '#pwa/ui/button.tsx';
import { lazyComponent, SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { DetailsStep } from './details-step.tsx';
import { isSponsored, PricePanel } from './price-panel.tsx';
import type { CardPayment } from './review-step.tsx';
import type { DraftRates } from './shipping-step.tsx';
import { type DraftOperations, useDraft } from './use-order-draft.ts';
import { CanceledOrder, DiscardDraft, type OrdersPath, StepMarks, useSteps } from './wizard-frame.tsx';
import { adjacentStep, firstOpenStep, type StepProps, titleOf } from './wizard-steps.ts';

const Coming = () => (
  <SlowLoadFallback>
    <Skeleton lines={8} label="The step" />
  </SlowLoadFallback>
);
// Each step loads on demand: plate, table and manifest with theirs, payment with the last one.
const ServiceStep = lazyComponent(
  () => import('./service-step.tsx').then((loaded) => loaded.ServiceStep),
  Coming,
);
const ChosenSpecimensStep = lazyComponent(
  () => import('./chosen-specimens-step.tsx').then((loaded) => loaded.ChosenSpecimensStep),
  Coming,
);
const DataUseStep = lazyComponent(
  () => import('./data-use-step.tsx').then((loaded) => loaded.DataUseStep),
  Coming,
);
const ShippingStep = lazyComponent(
  () => import('./shipping-step.tsx').then((loaded) => loaded.ShippingStep),
  Coming,
);
const SpecimensStep = lazyComponent(
  () => import('#pwa/features/ordering/manifest/specimens-step.tsx').then((loaded) => loaded.SpecimensStep),
  Coming,
);
const ReviewStep = lazyComponent(
  () => import('./review-step.tsx').then((loaded) => loaded.ReviewStep),
  Coming,
);
// The packing slip code loads when there is something to pack.
const OrderSent = lazyComponent(() => import('./order-sent.tsx').then((loaded) => loaded.OrderSent));
const NameSpecimens = lazyComponent(
  () => import('#pwa/features/ordering/manifest/name-specimens.tsx').then((loaded) => loaded.NameSpecimens),
  Coming,
);

const START = [{ label: 'New order', to: '/order/create' }] as const;

interface WizardPageProps {
  id: string;
  /** The step in the address; by default the first step with a gap. */
  step: WizardStep | undefined;
  onStep(step: WizardStep): void;
  /** Called when the draft is deleted. */
  onDiscarded(): void;
  onAnother(): void;
  /** Path of this user's orders. */
  orders: OrdersPath;
  onFollow(): void;
  card: CardPayment;
  rates: DraftRates;
  /** Blocks leaving with rows that cannot be saved. */
  leaving?: (rows: { unsaved: boolean; save(): Promise<boolean>; onDiscard(): void }) => ReactNode;
}

/** The wizard of a draft, step by step, and the page after its submit. */
export function WizardPage(props: WizardPageProps) {
  const operations = useDraft(props.id);
  const { query } = operations;
  if (query.isError)
    return (
      <Page title="Order" breadcrumbs={START}>
        {query.error instanceof AppError && query.error.code === 'NOT_FOUND' ? (
          <Notice tone="warning" title="Order not found">
            <p>
              It may have been discarded, or it is of another organization.{' '}
              <Link to="/order/create" className="underline">
                Start a new order
              </Link>
            </p>
          </Notice>
        ) : (
          <Notice
            tone="danger"
            title={errorText(query.error)}
            action={<Button onClick={() => void query.refetch()}>Try again</Button>}
          />
        )}
      </Page>
    );
  if (!query.data)
    return (
      <Page title="Order">
        <Skeleton lines={8} label="The order" />
      </Page>
    );
  const { status } = query.data.order;
  if (status === 'CANCELED')
    return (
      <CanceledOrder
        id={props.id}
        title={orderHeading({ ...query.data.order, serviceName: query.data.service.name })}
        orders={props.orders}
      />
    );
  if (status === 'DRAFT') return <Wizard {...props} draft={query.data} operations={operations} />;
  const { orders, onFollow, onAnother } = props;
  return status === 'ANTICIPATED' && props.step === 'specimens' ? (
    <NameSpecimens {...{ operations, orders, onFollow }} draft={query.data} />
  ) : (
    <OrderSent draft={query.data} onAnother={onAnother} orders={orders} />
  );
}

/** Notices that a colleague changed the draft, or that the order was returned. */
function DraftNotices({ draft, operations }: { draft: ShownDraft; operations: DraftOperations }) {
  const { returnReason } = draft.order;
  return (
    <>
      {returnReason && (
        <Notice tone="warning" title="The order was returned to you.">
          <p>{returnReason}</p>
        </Notice>
      )}
      {operations.overtaken && (
        <Notice
          tone="warning"
          title="This order was changed meanwhile, by a colleague or in another window."
          action={<Button onClick={operations.acknowledge}>All right</Button>}
        >
          <p>The changes are shown with your unsaved entries. Review and continue.</p>
        </Notice>
      )}
    </>
  );
}

/** Report whether the payment submits this order. */
const paysToSubmit = ({ order, problems }: ShownDraft): boolean =>
  order.orderType === 'ONLINE' && problems.some(({ field }) => field === 'payment');

interface WizardProps extends WizardPageProps {
  draft: ShownDraft;
  operations: DraftOperations;
}

/** Moves focus and scroll position to the heading of a new step, for screen readers too. */
function useHeadingOf(step: WizardStep) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, [step]);
  return heading;
}

function Wizard(props: WizardProps) {
  const { draft, operations } = props;
  const [start] = useState(() => firstOpenStep(draft));
  const steps = stepsOf(draft.order);
  const step = props.step && steps.includes(props.step) ? props.step : start;
  const specimenRows = useSpecimenRows(draft, operations);
  const { saver, busy, isVisited, go, submit } = useSteps({
    step,
    steps,
    typed: draft.source === null,
    operations,
    onStep: props.onStep,
    start,
  });
  const heading = useHeadingOf(step);
  const [payBar, setPayBar] = useState<HTMLElement | null>(null);
  const next = adjacentStep(draft, step, 1);
  const before = adjacentStep(draft, step, -1);
  const { title, lead } = titleOf(draft, step);
  const discarded = (): void => {
    specimenRows.discardChanges();
    props.onDiscarded();
  };
  const stepProps: StepProps = { draft, operations, saver, isVisited: isVisited(step) };
  return (
    <Page
      title={orderHeading({ ...draft.order, serviceName: draft.service.name })}
      breadcrumbs={START}
      badge={
        <span aria-live="polite" className="text-ink-soft text-sm">
          {saveState(operations.saving, specimenRows)}
        </span>
      }
      actions={<DiscardDraft draft={draft} operations={operations} onDiscarded={discarded} />}
      bottomActions={
        <>
          <p className="self-center font-semibold tabular-nums empty:hidden md:mr-auto lg:hidden">
            {(next || !paysToSubmit(draft)) &&
              draft.quote.problem === null &&
              formatMoney(isSponsored(draft.order) ? 0 : draft.quote.totals.total)}
          </p>
          {before && (
            <Button icon={ArrowLeft} disabled={busy} onClick={() => void go(before)}>
              <span className={next || paysToSubmit(draft) ? '' : 'max-[26rem]:sr-only'}>Back</span>
            </Button>
          )}
          {next ? (
            <Button variant="primary" icon={ArrowRight} busy={busy} onClick={() => void go(next)}>
              Next
            </Button>
          ) : (
            <div ref={setPayBar} className="flex empty:hidden max-md:[&>button]:w-full" />
          )}
          {!next && !paysToSubmit(draft) && (
            <Button
              variant="primary"
              icon={Send}
              busy={busy}
              disabled={draft.problems.length > 0}
              onClick={() => void submit()}
            >
              <span className="whitespace-nowrap">Submit order</span>
            </Button>
          )}
        </>
      }
    >
      {props.leaving?.({
        unsaved: specimenRows.dirty,
        save: async () => (await specimenRows.save()) === true,
        onDiscard: specimenRows.discardChanges,
      })}
      <StepMarks draft={draft} step={step} isVisited={isVisited} onStep={(to) => void go(to)} />
      <DraftNotices draft={draft} operations={operations} />
      <div
        className={`grid items-start gap-4 ${step === 'specimens' ? 'grid-cols-[minmax(0,1fr)]' : 'lg:grid-cols-[minmax(0,1fr)_20rem]'}`}
      >
        <section className="panel min-w-0 p-3 md:p-4" aria-labelledby="step-title">
          <header className="mb-4">
            <h2 id="step-title" ref={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
              {title}
            </h2>
            <p className="text-ink-soft">{lead}</p>
          </header>
          {step === 'service' && <ServiceStep {...stepProps} />}
          {step === 'details' && <DetailsStep {...stepProps} />}
          {step === 'specimens' && draft.source && (
            <ChosenSpecimensStep {...stepProps} source={draft.source} />
          )}
          {step === 'specimens' && !draft.source && (
            <SpecimensStep {...stepProps} specimenRows={specimenRows} />
          )}
          {step === 'data-use' && <DataUseStep {...stepProps} />}
          {step === 'shipping' && <ShippingStep {...stepProps} rates={props.rates} />}
          {step === 'review' && (
            <ReviewStep {...stepProps} card={props.card} bar={payBar} onStep={(to) => void go(to)} />
          )}
        </section>
        <aside className={step === 'specimens' ? 'max-w-md' : 'lg:sticky lg:top-4'}>
          <PricePanel quote={draft.quote} sponsored={isSponsored(draft.order)} />
        </aside>
      </div>
    </Page>
  );
}
