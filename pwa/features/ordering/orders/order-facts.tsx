import { requestedKits } from '#db/ordering/collection-kits.ts';
import { ORDER_CLASSIFICATION } from '#db/ordering/order-classification.ts';
import { ORDER_TYPE } from '#db/ordering/order-type.ts';
import { PACKAGE_TYPE } from '#db/ordering/package-type.ts';
import { POST_SEQUENCE_OPTION } from '#db/ordering/post-sequence-option.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { commonMaterial } from './specimen-material.ts';

const optionalFact = (name: string, value: string | null) => (value ? [{ name, value }] : []);

/** Number of specimens; a canceled order shows those entered, although they no longer count. */
function specimensText({
  status,
  specimens,
  specimenCount,
  projectedSpecimenCount,
  receivedCount,
}: ShownOrder) {
  if (status !== 'CANCELED')
    return `${specimenCount} of ${projectedSpecimenCount} entered, ${receivedCount} received`;
  const received = specimens.filter(({ receivedAt }) => receivedAt !== null).length;
  return `${specimens.length} entered, ${received} received, canceled`;
}

/** What was ordered, by whom and when. */
export function OrderFacts({ order }: { order: ShownOrder }) {
  const classification =
    order.orderClassification === 'STANDARD' ? null : ORDER_CLASSIFICATION[order.orderClassification];
  return (
    <Section title="Order">
      <KeyValues
        items={[
          { name: 'Service', value: order.serviceName },
          { name: 'Organization', value: order.companyName },
          ...optionalFact('Project', order.projectName),
          { name: 'Type', value: ORDER_TYPE[order.orderType] },
          ...optionalFact('Kind of work', classification),
          ...optionalFact('Purchase order', order.purchaseOrderNumber),
          ...optionalFact('Sales order', order.salesOrderNumber),
          ...optionalFact('Campaign', order.campaignCode),
          ...optionalFact('Collection kits', requestedKits(order)),
          {
            name: 'Specimens',
            value: specimensText(order),
          },
          ...optionalFact('Material', commonMaterial(order.specimens)),
          // An order that continues with stored material has no shipment.
          ...optionalFact('Sent as', classification ? null : PACKAGE_TYPE[order.packageType]),
          { name: 'Leftover material', value: POST_SEQUENCE_OPTION[order.postSequenceOption] },
          { name: 'Entered by', value: order.createdByName },
          { name: 'Submitted', value: formatDate(order.submittedAt, 'monthDayAtTime') },
          ...optionalFact('Received', formatDate(order.receivedAt, 'monthDayAtTime')),
          ...optionalFact('Completed', formatDate(order.completedAt, 'monthDayAtTime')),
        ]}
      />
    </Section>
  );
}
