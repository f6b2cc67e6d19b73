import { event } from '#db/records/events/event.ts';
import { type Discrepancy, discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import type { DemoOrder } from './demo-orders.ts';
import type { DemoWorld } from './demo-world.ts';

const FINDINGS = [
  { type: 'LEAKING', description: 'The cap is loose and half of the volume is in the bag.' },
  { type: 'DAMAGED', description: 'The tube is cracked below the cap.' },
  { type: 'TEMPERATURE_EXCURSION', description: 'The dry ice was gone; the tube is soft.' },
] as const;
const WRONG_CONTAINER = {
  type: 'WRONG_CONTAINER',
  description: 'The specimen came in a 5 mL tube. Ask the customer to send 2 mL tubes.',
} as const;

/** Record what is wrong with each tube of a damaged shipment; nobody has decided about it yet. */
export function putDamage(demo: DemoWorld, { specimens }: DemoOrder, groupId: string, at: string): void {
  for (const [index, { id }] of specimens.entries())
    putFound(demo, id, groupId, at, FINDINGS[index % FINDINGS.length] ?? FINDINGS[0]);
}

/** Insert a discrepancy that stayed open while work continued with its tube; it keeps the order open. */
export function putOpenQuestion(
  demo: DemoWorld,
  { specimens }: DemoOrder,
  groupId: string,
  at: string,
): void {
  const [first] = specimens;
  if (first) putFound(demo, first.id, groupId, at, WRONG_CONTAINER);
}

function putFound(
  demo: DemoWorld,
  specimenId: string,
  accessionGroupId: string,
  at: string,
  finding: Pick<Discrepancy, 'type' | 'description'>,
): void {
  const { userId, companyId, name } = demo.actor('LAB_TECH');
  const discrepancyId = demo.id();
  demo.putRow(
    discrepancy,
    { ...finding, id: discrepancyId, accessionGroupId, specimenId, photoFileIds: [], resolution: 'OPEN' },
    at,
  );
  demo.putRow(
    event,
    {
      id: demo.id(),
      type: 'SPECIMEN_DISCREPANCY',
      targetType: 'Specimen',
      targetId: specimenId,
      userId,
      companyId,
      occurredAt: at,
      data: { by: name, discrepancyId, ...finding },
      customerVisible: true,
    },
    at,
  );
}
