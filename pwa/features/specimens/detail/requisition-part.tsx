import type { Order } from '#db/ordering/order.ts';
import { ORDER_STATUS } from '#db/ordering/order-status.ts';
import type { Protocol } from '#db/protocols/protocol.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-type.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

interface RequisitionPartProps {
  specimen: Specimen;
  order: Order | null;
  test: Protocol | null;
}

const withUnit = (value: string | null, unit: string): string | null =>
  value === null ? null : `${value} ${unit}`;

/** The requisition line of a specimen and its order. */
export function RequisitionPart({ specimen, order, test }: RequisitionPartProps) {
  return (
    <Section title="Requisition">
      <KeyValues
        items={[
          { name: 'Requisition', value: specimen.requisitionNumber },
          { name: 'Customer sample ID', value: specimen.customerSampleId },
          { name: 'Tube', value: specimen.tubeBarcode },
          {
            name: 'Plate and well',
            value: [specimen.shipmentPlateBarcode, specimen.shipmentPlateLocation].filter(Boolean).join(' '),
          },
          { name: 'Test', value: test?.name ?? null },
          { name: 'Specimen type', value: SPECIMEN_TYPE[specimen.providedSpecimenType] },
          { name: 'Provided volume', value: withUnit(specimen.providedVolume, 'µL') },
          { name: 'Provided concentration', value: withUnit(specimen.providedConcentration, 'ng/µL') },
          { name: 'Received', value: formatDate(specimen.receivedAt, 'monthDayAtTime') },
          { name: 'Order', value: order?.orderNumber ?? null },
          { name: 'Order status', value: order && <StatusBadge display={ORDER_STATUS[order.status]} /> },
          { name: 'Row of the order', value: specimen.orderRow },
        ]}
      />
    </Section>
  );
}
