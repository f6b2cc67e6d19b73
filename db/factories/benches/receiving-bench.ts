import type { z } from 'zod';
import type { Role } from '#db/access/roles.ts';
import { buildOrder, buildShipment } from '#db/factories/build-ordering.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildFlow, buildProtocol, buildProtocolFlow } from '#db/factories/build-protocols.ts';
import { nextNumber } from '#db/factories/build-row.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext, RuleResult } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { type Company, company } from '#db/organizations/company.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { sample } from '#db/samples/sample.ts';
import { AccessionArgs, type ReceiptDiscrepancy } from '#db/specimens/accession/accession-args.ts';
import { accessionShipment } from '#db/specimens/accession/accession-shipment.ts';
import { signedContent } from '#db/specimens/accession/close-accession-group.ts';
import { discrepancy, type Resolution } from '#db/specimens/discrepancies/discrepancy.ts';
import { resolveDiscrepancy } from '#db/specimens/discrepancies/resolve-discrepancy.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';

type TubeArgs = z.input<typeof AccessionArgs>['tubes'][number];
type SessionArgs = z.input<typeof AccessionArgs>;

/** The settings of a world that expects a package. */
export interface Expected {
  order?: Partial<Order>;
  company?: Partial<Company>;
  protocol?: Partial<Protocol>;
  specimens?: Partial<Specimen>[];
  /** No flow takes the material. */
  noFlow?: boolean;
}

/** Build a world in which order-1 with its specimens is on its way. */
export function buildReceivingWorld(expected: Expected = {}): MemoryWorld {
  const world = new MemoryWorld();
  world.putRow(company, buildCompany({ id: 'company-1', ...expected.company }));
  world.putRow(protocol, buildProtocol({ id: 'protocol-1', minVolume: '50', ...expected.protocol }));
  world.putRow(
    flow,
    buildFlow({
      id: 'flow-1',
      samplePreparationProcedureId: null,
      extractionProcedureId: 'procedure-extraction',
    }),
  );
  const types = expected.noFlow ? (['URINE'] as const) : [];
  world.putRow(
    protocolFlow,
    buildProtocolFlow({
      protocolId: 'protocol-1',
      flowId: 'flow-1',
      isDefault: true,
      specimenTypes: [...types],
      extractedNucleicAcids: null,
    }),
  );
  world.putRow(
    order,
    buildOrder({ id: 'order-1', companyId: 'company-1', trackingNumber: '1ZTEST', ...expected.order }),
  );
  world.putRow(shipment, buildShipment({ id: 'shipment-1', orderId: 'order-1', trackingNumber: '1ZTEST' }));
  for (const one of expected.specimens ?? [{ id: 'specimen-a' }]) {
    world.putRow(specimen, buildSpecimen({ orderId: 'order-1', protocolId: 'protocol-1', ...one }));
  }
  return world;
}

/** Build a tube without a problem, labeled with the next free number. */
export function buildTube(overrides: Partial<TubeArgs> = {}): TubeArgs {
  const number = nextNumber('tube');
  const julianId = overrides.julianId ?? `W26325-${String(number).padStart(4, '0')}`;
  return {
    specimenId: 'specimen-a',
    sampleId: `sample-${julianId}`,
    julianId,
    sampleBarcodeId: `barcode-${julianId}`,
    sampleBarcode: `${julianId}-01`,
    scannedCode: 'TUBE-A',
    occurredAt: '2026-11-21T09:55:00.000Z',
    estimatedVolume: '1000',
    condition: 'NONE',
    secondIdentifierConfirmed: true,
    containerId: null,
    position: null,
    note: null,
    ...overrides,
  };
}

/** Return the arguments of a signed session of order-1. */
export function buildSession(overrides: Partial<SessionArgs> = {}): SessionArgs {
  const number = nextNumber('session');
  return {
    accessionGroupId: `group-${number}`,
    groupNumber: `AG-W26325-${String((number % 99) + 1).padStart(2, '0')}`,
    orderIds: ['order-1'],
    trackingNumber: '1ZTEST',
    packageCondition: 'INTACT',
    packageTemperature: null,
    coolantState: null,
    packageCount: 1,
    packageNote: null,
    tubes: [],
    plates: [],
    signature: {
      contentHash: 'a'.repeat(64),
      proof: 'proof',
      meaning: 'Received by',
      printedName: 'Tess Tech',
    },
    ...overrides,
  };
}

/** Return the same session with the hash of its content. */
export async function signSession(session: SessionArgs): Promise<SessionArgs> {
  const parsed = AccessionArgs.safeParse(session);
  if (!parsed.success) return session;
  const contentHash = await sha256(canonicalJson(signedContent(parsed.data)));
  return { ...session, signature: { ...session.signature, contentHash } };
}

/** Receive tubes of order-1 in one signed session. */
export const receive = async (
  world: MemoryWorld,
  tubes: TubeArgs[],
  session: Partial<SessionArgs> = {},
  context: Partial<OperationContext> = {},
): Promise<RuleResult> =>
  runRule(world, accessionShipment, await signSession(buildSession({ tubes, ...session })), context);

/** Return the present row with an id. */
export const specimenIn = (world: MemoryWorld, id: string): Specimen | undefined =>
  world.all(specimen).find((row) => row.id === id);

/** Return the actor of a deciding role. */
export const as = (role: Role) => ({ actor: buildActor({ role }) });

/** Receive one tube in a condition. */
export async function received(
  condition: ReceiptDiscrepancy | 'NONE',
  expected: Expected = {},
): Promise<MemoryWorld> {
  const world = buildReceivingWorld(expected);
  await receive(world, [buildTube({ condition })]);
  return world;
}

/** Return the discrepancy without a decision. */
export const open = (world: MemoryWorld) => world.all(discrepancy).find((one) => one.resolution === 'OPEN');
/** Return the state of the specimen and its sample. */
export const state = (world: MemoryWorld) => [
  specimenIn(world, 'specimen-a')?.status,
  world.all(sample)[0]?.status,
];
/** Decide the open discrepancy. */
export const resolve = (
  world: MemoryWorld,
  resolution: Resolution,
  role: Role = 'LAB_MANAGER',
  more: { note?: string; statementFileId?: string } = {},
) =>
  runRule(
    world,
    resolveDiscrepancy,
    {
      discrepancyId: open(world)?.id ?? '',
      resolution,
      note: more.note ?? 'Agreed with the customer',
      statementFileId: more.statementFileId ?? null,
    },
    as(role),
  );
