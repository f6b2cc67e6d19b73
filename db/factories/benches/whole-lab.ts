import type { z } from 'zod';
import type { Role } from '#db/access/roles.ts';
import { buildDemoLab, type DemoLab } from '#db/demo/demo-lab.ts';
import type { DemoWorld } from '#db/demo/demo-world.ts';
import { buildContext, runRule } from '#db/factories/run-rule.ts';
import type { OperationContext, OperationDefinition } from '#db/operation.ts';
import { decideApproval } from '#db/ordering/approvals/decide-approval.ts';
import { orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { acceptDataUse } from '#db/ordering/drafts/accept-data-use.ts';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { startOrder } from '#db/ordering/drafts/start-order.ts';
import { submitOrder } from '#db/ordering/drafts/submit-order.ts';
import { saveRequisitions } from '#db/ordering/manifest/save-requisitions.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import type { OrderType } from '#db/ordering/orders/order-terms.ts';
import { buyShippingLabel } from '#db/ordering/shipments/buy-shipping-label.ts';
import { recordShipmentStatus } from '#db/ordering/shipments/record-shipment-status.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { accessionShipment } from '#db/specimens/accession/accession-shipment.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { type BusinessEntity, ENTITY_LETTER } from '#db/values/business-entity.ts';
import { buildSession, buildTube, signSession } from './receiving-bench.ts';
import { WatchedWorld } from './watched-world.ts';

const SETTINGS = { now: '2026-11-21T08:00:00.000Z', labTimezone: 'UTC', passwordHash: 'x', pinHash: 'y' };

/** A service by its code, and its material. */
interface Ordered {
  code: string;
  material: Readonly<Record<string, string>>;
}
const BLOOD: Ordered = {
  code: 'WGS-30X',
  material: { providedSpecimenType: 'WHOLE_BLOOD', providedVolume: '500' },
};
/** Customer-prepared libraries: they are only sequenced. */
export const LIBRARIES: Ordered = {
  code: 'LIB-ONLY',
  material: {
    providedSpecimenType: 'NUCLEIC_ACID',
    providedDnaType: 'GDNA',
    providedExtractionKit: 'Nanobind',
    providedElutionMedium: 'TE',
    providedConcentration: '20',
    providedVolume: '60',
  },
};

/**
 * The demo lab's people, catalog and locations, in which operations do everything else, one per minute, for
 * customers of the lab's home entity or of another one that it serves.
 */
export class WholeLab {
  readonly world: WatchedWorld;
  /** The demo's people at work in this lab, for tests that need many operations. */
  readonly demo: DemoWorld;
  private minutes = 0;

  private constructor(lab: DemoLab, entity: BusinessEntity) {
    const demo = lab[entity];
    this.world = WatchedWorld.of(demo.world);
    this.demo = demo.over(this.world);
  }

  /** Open the lab for the customers and offices of a business entity. */
  static async open(entity: BusinessEntity = 'WBL'): Promise<WholeLab> {
    return new WholeLab(await buildDemoLab(SETTINGS), entity);
  }

  /** Return the context of an online operation in a role, a minute after the operation before. */
  context(role: Role): Partial<OperationContext> {
    this.minutes += 1;
    const occurredAt = new Date(Date.parse(SETTINGS.now) + this.minutes * 60_000).toISOString();
    return { deviceId: null, actor: this.demo.actor(role), occurredAt, labDay: occurredAt.slice(0, 10) };
  }

  /** Run an operation; its refusal fails the test. */
  perform<Args extends z.ZodObject>(role: Role, operation: OperationDefinition<Args>, args: z.input<Args>) {
    return runRule(this.world, operation, args, this.context(role));
  }

  /** Deliver an event of a carrier or card processor. */
  applyExternal<T>(work: (tx: Transaction, context: OperationContext) => Promise<T>): Promise<T> {
    const context = buildContext(this.context('DEVELOPER'));
    const stamp = { at: context.occurredAt, userId: null, entity: context.actor.entity };
    return this.world.transaction(stamp, (tx) => work(tx, context));
  }

  /** Return an order as it is now. */
  order(orderId: string): Order {
    const row = this.world.one(order, orderId);
    if (!row) throw new Error(`There is no order ${orderId}.`);
    return row;
  }

  /** Return its specimens in their order. */
  specimens(orderId: string): Specimen[] {
    return this.world.select(specimen, { orderId }).sort((one, other) => one.orderRow - other.orderRow);
  }

  /** Create a draft of whole blood, or of another material of a service, with names and agreement. */
  async draft(
    role: Role,
    orderId: string,
    orderType: OrderType,
    count: number,
    namedCount = count,
    { code, material }: Ordered = BLOOD,
  ): Promise<void> {
    const [service] = this.demo.select(protocol, { code });
    const companyId = this.demo.actor('COMPANY_MANAGER').companyId;
    const orderArgs = { orderType, projectedSpecimenCount: count, packageType: 'TUBE' as const };
    await this.perform(role, startOrder, { orderId, protocolId: service?.id ?? '', companyId, ...orderArgs });
    if (namedCount > 0) await this.name(role, orderId, namedCount, material);
    await this.agree(role, orderId);
  }

  /** Agree to the use of its data. */
  async agree(role: Role, orderId: string): Promise<void> {
    const dataUse = {
      agreementTypes: ['NO_RIGHTS' as const],
      otherText: null,
      retentionPeriod: 'YEARS_2' as const,
    };
    await this.perform(role, acceptDataUse, {
      orderId,
      dataUse: { ...dataUse, agreementVersion: AGREEMENT_VERSION },
    });
  }

  /** Name its specimens. */
  async name(role: Role, orderId: string, count: number, material = BLOOD.material): Promise<void> {
    const rows = Array.from({ length: count }, (_, n) => ({
      row: n + 1,
      cells: {
        customerSampleId: `${orderId}-${n + 1}`,
        providedSourceSpecies: 'HOMO_SAPIENS',
        ...material,
      },
    }));
    await this.perform(role, saveRequisitions, { orderId, mode: 'replace', source: 'typed', rows });
  }

  /** Submit the order. */
  async submit(role: Role, orderId: string): Promise<void> {
    await this.perform(role, submitOrder, { orderId, seenVersion: this.order(orderId).version });
  }

  /** Decide its open approval of a kind. */
  async decide(role: Role, orderId: string, decision: 'APPROVED' | 'RETURNED'): Promise<void> {
    const open = this.world.select(orderApproval, { orderId, status: 'OPEN' });
    const kind = role === 'BILLING_MANAGER' ? 'PURCHASE_ORDER' : 'COMPANY_MANAGER';
    const approvalId = open.find((one) => one.kind === kind)?.id ?? '';
    await this.perform(role, decideApproval, { approvalId, decision, reason: 'So agreed' });
  }

  /** Deliver the carrier's status of its shipment. */
  async carrier(orderId: string, ...carrierStatuses: string[]): Promise<void> {
    for (const carrierStatus of carrierStatuses)
      await this.applyExternal(async (tx, context) => {
        const [inboundShipment] = await tx.find(shipment, { orderId });
        if (inboundShipment)
          await recordShipmentStatus(tx, context, inboundShipment, { carrierStatus, at: context.occurredAt });
      });
  }
}

type Condition = NonNullable<Parameters<typeof buildTube>[0]>['condition'];

/** Return the `n`th label for the shipment of an order. */
export const buyLabel = (lab: WholeLab, orderId: string, n: number) =>
  lab.perform('PROJECT_MANAGER', buyShippingLabel, {
    orderId,
    shipmentId: `${orderId}-parcel`,
    direction: 'INBOUND',
    label: {
      carrier: 'UPS',
      serviceLevel: 'Next Day',
      trackingNumber: `1Z-${orderId}-${n}`,
      rateCost: 4550,
      estimatedDelivery: null,
    },
  });

/** Receive the tubes of an order, each in a condition. */
export async function receiveTubes(
  lab: WholeLab,
  orderId: string,
  conditions: readonly NonNullable<Condition>[],
): Promise<void> {
  const rows = lab.specimens(orderId);
  const tubes = conditions.map((condition, n) => {
    const { id, tubeBarcode } = rows[n] ?? { id: '', tubeBarcode: null };
    const julianId = `${ENTITY_LETTER[lab.demo.entity]}26325-${String(7000 + n)}`;
    const tube = { specimenId: id, scannedCode: tubeBarcode, condition, note: 'Seen at the bench' };
    return buildTube(lab.demo.home === lab.demo ? tube : { ...tube, julianId });
  });
  const session = buildSession({ orderIds: [orderId], trackingNumber: null, tubes });
  await lab.perform('LAB_TECH', accessionShipment, await signSession(session));
}
