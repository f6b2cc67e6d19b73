import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { DATA_USE_AGREEMENT } from '#db/ordering/drafts/data-use-info.ts';
import { DraftChanges } from '#db/ordering/drafts/draft-form.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { stepsOf, type WizardStep } from '#db/ordering/drafts/submit-problems.ts';
import { ORDER_TYPE, PACKAGE_TYPE, POST_SEQUENCE_OPTION } from '#db/ordering/orders/order-terms.ts';
import { requestedKits } from '#db/ordering/shipments/collection-kits.ts';
import { resultsDueAt } from '#db/specimens/turnaround.ts';
import { OrderPatients } from '#pwa/features/ordering/manifest/patient-picker.tsx';
import { relationText } from '#pwa/features/ordering/orders/continuation-texts.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { Button } from '#pwa/ui/button.tsx';
import { AddressFields } from '#pwa/ui/form/address-fields.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { retentionText } from './data-use-words.ts';
import { type AddressEntries, addressEntries, addressLine } from './draft-entries.ts';
import { includesLabel, isSponsored } from './price-panel.tsx';
import { PurchaseOrderFile } from './purchase-order-file.tsx';
import { useStepForm } from './step-form.ts';
import { STEP_TITLE, type StepProps, useSaver } from './wizard-steps.ts';

interface Entries {
  purchaseOrderNumber: string;
  billingAddress: AddressEntries;
}

const Review = z.preprocess((entries: Entries) => entries, DraftChanges);

const valuesOf = ({ order }: ShownDraft): Entries => ({
  purchaseOrderNumber: order.purchaseOrderNumber ?? '',
  billingAddress: addressEntries(order.billingAddress),
});

/** The draft data that card payment needs. */
interface CardPaymentProps {
  orderId: string;
  /** In cents. */
  total: number;
  payment: ShownDraft['payment'];
  paymentStatus: ShownDraft['order']['paymentStatus'];
  /** Why payment is not possible yet. */
  blockedReason: string | null;
  /** The bar of the page in which the button stands. */
  bar: HTMLElement | null;
  save(): Promise<boolean>;
  refresh(): Promise<unknown>;
}
/** The card form, from another feature. */
export type CardPayment = (props: CardPaymentProps) => ReactNode;

interface ReviewProps extends StepProps {
  onStep(step: WizardStep): void;
  card: CardPayment;
  /** The bar of the page in which the button stands that pays. */
  bar: HTMLElement | null;
}

function Part({
  step,
  items,
  onStep,
}: {
  step: WizardStep;
  items: readonly Item[];
  onStep(step: WizardStep): void;
}) {
  const { title } = STEP_TITLE[step];
  return (
    <section aria-label={title} className="border-line border-b pb-4">
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        <Button variant="quiet" icon={Pencil} aria-label={`Change ${title}`} onClick={() => onStep(step)}>
          Change
        </Button>
      </div>
      <KeyValues items={items} />
    </section>
  );
}

const platesText = ({ order, requisitions }: ShownDraft): string => {
  const plates = new Set(requisitions.map(({ shipmentPlateNumber }) => shipmentPlateNumber)).size;
  return order.packageType === 'PLATE' && requisitions.length > 0
    ? `${PACKAGE_TYPE.PLATE} (${plates})`
    : PACKAGE_TYPE[order.packageType];
};

interface Item {
  name: string;
  value: ReactNode;
}

/** Summary of each step. */
function itemsOf(draft: ShownDraft): Record<Exclude<WizardStep, 'review'>, readonly Item[]> {
  const { order, service, company, projects, dataUse, requisitions, source } = draft;
  const project = projects.find(({ id }) => id === order.projectId)?.name ?? '';
  const allowed = dataUse?.agreementTypes.map((type) => DATA_USE_AGREEMENT[type]).join(', ') ?? '';
  return {
    service: [{ name: 'Service', value: service.name }],
    details: [
      { name: 'Organization', value: company.name },
      { name: 'Project', value: project },
      { name: 'Order type', value: ORDER_TYPE[order.orderType] },
      ...(order.campaignCode ? [{ name: 'Campaign code', value: order.campaignCode }] : []),
      ...(order.salesOrderNumber ? [{ name: 'Sales order number', value: order.salesOrderNumber }] : []),
    ],
    specimens: source
      ? [
          { name: relationText(order.orderClassification), value: orderTitle(source) },
          { name: 'Specimens', value: requisitions.length },
          ...(order.orderClassification === 'REWORK' ? [{ name: 'Service', value: service.name }] : []),
        ]
      : [
          { name: 'Specimens', value: `${requisitions.length} of ${order.projectedSpecimenCount} entered` },
          { name: 'Container', value: platesText(draft) },
          ...(requisitions.some(({ patientMrn }) => patientMrn !== null)
            ? [{ name: 'Patients', value: <OrderPatients requisitions={requisitions} /> }]
            : []),
        ],
    'data-use': [
      { name: 'Data-use agreement', value: allowed },
      { name: 'Data retention', value: dataUse ? retentionText(dataUse.retentionPeriod) : '' },
      { name: 'Leftover material', value: POST_SEQUENCE_OPTION[order.postSequenceOption] },
      ...(draft.attestation
        ? [{ name: 'Consent and medical necessity', value: `Signed by ${draft.attestation.signedName}` }]
        : []),
    ],
    shipping: [
      { name: 'Carrier', value: order.carrier ?? '' },
      { name: 'Tracking number', value: order.trackingNumber ?? '' },
      { name: 'Packages', value: order.packageCount },
      ...(isSponsored(order) ? [{ name: 'Collection kits', value: requestedKits(order) ?? 'None' }] : []),
      { name: 'Shipping address', value: addressLine(order.shippingAddress) },
    ],
  };
}

/** What is ordered, in three figures. */
function Overview({ draft }: { draft: ShownDraft }) {
  const { order, quote, protocol } = draft;
  const [now] = useState(() => new Date().toISOString());
  const total = isSponsored(order) ? 0 : quote.totals.total;
  const figures = [
    {
      name: includesLabel(draft) ? 'Total with shipping' : 'Total',
      value: quote.problem === null ? formatMoney(total) : '—',
    },
    // The clock starts at the receipt.
    { name: 'Results by, if received today', value: formatDate(resultsDueAt({ receivedAt: now }, protocol)) },
    { name: 'Specimens', value: String(quote.count) },
  ];
  return (
    <dl aria-label="Your order" className="grid gap-3 sm:grid-cols-3">
      {figures.map(({ name, value }) => (
        <div key={name} className="rounded-md border border-line p-3">
          <dt className="text-ink-soft text-sm">{name}</dt>
          <dd className="font-semibold text-xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Summary({ draft, onStep }: { draft: ShownDraft; onStep(step: WizardStep): void }) {
  const items = itemsOf(draft);
  return (
    <div className="flex flex-col gap-4">
      {stepsOf(draft.order).map(
        (step) => step !== 'review' && <Part key={step} step={step} onStep={onStep} items={items[step]} />,
      )}
    </div>
  );
}

/** Everything that is missing, each with a link to its step. */
function Missing({ draft, onStep }: { draft: ShownDraft; onStep(step: WizardStep): void }) {
  if (draft.problems.length === 0) return <Notice tone="success" title="Everything is there." />;
  return (
    <Notice tone="warning" title="Before you can submit:">
      <ul className="mt-1 flex flex-col">
        {draft.problems.map(({ step, field, message }) => (
          <li key={`${step} ${field} ${message}`} className="flex flex-wrap items-center gap-x-2">
            <span>{message}</span>
            {step !== 'review' && (
              <button
                type="button"
                className="min-h-11 font-semibold underline underline-offset-2 md:min-h-8"
                aria-label={`Go to ${STEP_TITLE[step].title}: ${message}`}
                onClick={() => onStep(step)}
              >
                {`Go to ${STEP_TITLE[step].mark}`}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Payment that submits the order; everything else must be complete. */
function Payment({
  draft,
  operations,
  card,
  bar,
  save,
}: Pick<ReviewProps, 'draft' | 'operations' | 'card' | 'bar'> & { save(): Promise<boolean> }) {
  const { order, problems, quote } = draft;
  if (order.orderType !== 'ONLINE') return null;
  if (problems.every(({ field }) => field !== 'payment'))
    return draft.payment.kept > 0 ? (
      <Notice tone="success" title={`${formatMoney(draft.payment.kept)} paid. Nothing more is due.`}>
        <p>
          {problems.length > 0
            ? 'Complete what is missing above, then submit the order.'
            : 'Submit the order now.'}
        </p>
      </Notice>
    ) : null;
  const hasOtherProblems = problems.length > 1;
  const mayPay = may(operations.role, 'create-online-payment-intent:create');
  return (
    <section aria-label="Payment" className="flex flex-col gap-3">
      <h3 className="font-semibold">Payment</h3>
      <p className="text-ink-soft">Your order is placed once payment succeeds.</p>
      {mayPay ? (
        card({
          orderId: order.id,
          total: quote.totals.total,
          payment: draft.payment,
          paymentStatus: order.paymentStatus,
          blockedReason: hasOtherProblems ? 'First complete what is missing above.' : null,
          bar,
          save,
          refresh: operations.reload,
        })
      ) : (
        <Notice tone="info" title="The customer pays for this order by card.">
          <p>The order appears among the customer’s drafts.</p>
        </Notice>
      )}
    </section>
  );
}

/** Step 6: summary, price, and remaining problems. */
export function ReviewStep(props: ReviewProps) {
  const { draft, operations, onStep, card, bar } = props;
  const { form, savePart, saveAll } = useStepForm({ ...props, step: 'review', schema: Review, valuesOf });
  const free = draft.order.orderClassification === 'REWORK';
  useSaver(props.saver, (leaving) => (leaving ? savePart() : saveAll()));
  return (
    <div className="flex flex-col gap-5">
      <Overview draft={draft} />
      <Missing draft={draft} onStep={onStep} />
      <Payment {...{ draft, operations, card, bar }} save={async () => (await saveAll()) === true} />
      {!free && (
        <FormProvider {...form}>
          <form
            noValidate
            className="flex flex-col gap-5"
            onSubmit={(event) => event.preventDefault()}
            onBlur={() => void savePart()}
          >
            <section aria-label="Billing" className="flex flex-col gap-3">
              <h3 className="font-semibold">Billing</h3>
              {draft.order.orderType === 'PURCHASE_ORDER' && (
                <>
                  <FormField name="purchaseOrderNumber" label="Purchase order number" required empty="">
                    {(control) => <TextInput {...control} code maxLength={60} />}
                  </FormField>
                  <PurchaseOrderFile draft={draft} operations={operations} />
                </>
              )}
              {isSponsored(draft.order) ? (
                <p>The sponsor of the campaign gets the invoice. Nothing is billed to you.</p>
              ) : (
                <AddressFields name="billingAddress" kind="billing" />
              )}
            </section>
          </form>
        </FormProvider>
      )}
      <Summary draft={draft} onStep={onStep} />
    </div>
  );
}
