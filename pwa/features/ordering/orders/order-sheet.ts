import { shownRequisition } from '#db/ordering/manifest/requisition-number.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { ORDER_TYPE } from '#db/ordering/orders/order-terms.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { knownFacts, type PrintSheet } from '#pwa/printing/print-sheet.ts';

/** Build the printed sheet of an order: what was ordered, and its specimens. */
export function orderSheet(order: ShownOrder): PrintSheet {
  const specimens = order.specimens.filter(({ deleted }) => !deleted);
  return {
    entity: order.entity,
    title: 'Order',
    number: orderTitle(order),
    name: `${order.serviceName} · ${order.companyName}`,
    facts: knownFacts([
      { name: 'Status', value: ORDER_STATUS[order.status].label },
      { name: 'Type', value: ORDER_TYPE[order.orderType] },
      { name: 'Project', value: order.projectName },
      { name: 'Purchase order', value: order.purchaseOrderNumber },
      { name: 'Created by', value: order.createdByName },
      { name: 'Submitted', value: order.submittedAt && formatDate(order.submittedAt, 'monthDay') },
      { name: 'Received', value: order.receivedAt && formatDate(order.receivedAt, 'monthDay') },
      { name: 'Specimens', value: String(specimens.length) },
    ]),
    tables: [
      {
        title: 'Specimens',
        columns: ['Sample ID', 'Requisition', 'Number', 'Material', 'Place', 'Status'],
        rows: specimens.map((one) => [
          one.customerSampleId,
          shownRequisition(one.requisitionNumber) ?? '',
          one.julianId ?? '',
          one.otherSpecimenTypeText ?? SPECIMEN_TYPE[one.providedSpecimenType],
          one.shipmentPlateLocation
            ? `Plate ${one.shipmentPlateNumber ?? 1}, ${one.shipmentPlateLocation}`
            : 'Tube',
          SPECIMEN_STATUS[one.status].label,
        ]),
      },
    ],
  };
}
