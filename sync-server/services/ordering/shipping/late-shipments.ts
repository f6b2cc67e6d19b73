/** SQL: shipments to the lab of running orders of business entity $1: shipment p, order o, company c. */
export const SHIPMENT_UNDER_WAY = `shipment p JOIN "order" o ON o.id = p.order_id JOIN company c ON c.id = o.company_id
   WHERE o.entity = $1 AND NOT o.deleted AND NOT p.deleted AND p.direction = 'INBOUND'
     AND o.status NOT IN ('CANCELED', 'COMPLETED')`;

/** SQL: shipments that were returned, lost, or expected before the lab day $2 and not received. */
export const SHIPMENT_LATE = `${SHIPMENT_UNDER_WAY}
     AND (p.status IN ('FAILED', 'RETURNED')
       OR (p.status IN ('PRE_TRANSIT', 'IN_TRANSIT') AND p.estimated_delivery < coalesce($2::date, current_date)))`;
