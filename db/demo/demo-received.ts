import type { Row } from '#db/entity.ts';
import { order } from '#db/ordering/orders/order.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { flow, PROCEDURE_ID_FIELD, protocolFlow } from '#db/protocols/flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { event } from '#db/records/events/event.ts';
import { type SampleStatus, sample } from '#db/samples/sample.ts';
import { accessionGroup } from '#db/specimens/accession/accession-group.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { positionsByRow } from '#db/values/box-position.ts';
import { accessionGroupNumber, specimenJulianId } from '#db/values/julian-date.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { putDamage, putOpenQuestion } from './demo-damage.ts';
import { putBarcode } from './demo-inventory.ts';
import type { DemoOrder } from './demo-orders.ts';
import type { DemoStorage } from './demo-storage.ts';
import type { DemoWorld } from './demo-world.ts';

const SAMPLE_STATUS: Partial<Record<OrderStatus, SampleStatus>> = {
  QUARANTINED: 'RECEIVED_QUARANTINED',
  RECEIVED: 'IN_QUEUE',
  ON_HOLD: 'RECEIVED_ON_HOLD',
  PENDING_COMPLETION: 'IN_STORAGE',
  COMPLETED: 'IN_STORAGE',
};

type Flow = Row<typeof flow>;

/**
 * Gives every arrived order its accession group, and every specimen its primary sample in a free position of
 * the lab's boxes.
 */
export class DemoReceiving {
  private readonly demo: DemoWorld;
  private readonly storage: DemoStorage;
  private readonly slots: { box: string; position: string }[];
  private readonly quarantineSlots: string[];
  private readonly numbers = new Map<string, number>();

  constructor(demo: DemoWorld, storage: DemoStorage) {
    this.demo = demo;
    this.storage = storage;
    const positions = positionsByRow({ rows: 9, columns: 9 });
    const occupied = demo.world
      .select(sample, { storageLocationId: storage.quarantineBox })
      .map(({ storagePosition }) => storagePosition);
    this.quarantineSlots = positions.filter((position) => !occupied.includes(position));
    // Every eleventh position stays free, as in a freezer in use.
    this.slots = storage.boxes.flatMap((box) =>
      positions.filter((_, i) => i % 11 !== 7).map((position) => ({ box, position })),
    );
  }

  /** Receive an order if its status says that it has arrived. */
  receive(received: DemoOrder): void {
    const status = SAMPLE_STATUS[received.order.status];
    if (!status) return;
    const at = this.demo.ago(received.dates.received);
    const groupId = this.putGroup(received, at);
    const doneAt = this.demo.ago(received.dates.finished);
    for (const each of received.specimens) {
      // The remaining material of a completed specimen was put away.
      const tube = each.status === 'COMPLETED' ? 'IN_STORAGE' : status;
      this.receiveSpecimen(each, { status: tube, groupId, at, doneAt });
    }
    if (status === 'RECEIVED_QUARANTINED') putDamage(this.demo, received, groupId, at);
    // Without the open discrepancy the order would close automatically.
    if (received.order.status === 'PENDING_COMPLETION') putOpenQuestion(this.demo, received, groupId, at);
    const { world } = this.demo;
    world.putRow(order, { ...received.order, receivedAt: at });
  }

  private next(series: string): number {
    const number = (this.numbers.get(series) ?? 0) + 1;
    this.numbers.set(series, number);
    return number;
  }

  private putGroup(received: DemoOrder, at: string): string {
    const labDay = labDayOf(at, this.demo.settings.labTimezone);
    const id = this.demo.id();
    const quarantined = received.order.status === 'QUARANTINED' ? received.specimens.length : 0;
    // The lab numbers its shipments, whichever business entity they are for.
    const { entity } = this.demo.home;
    const before = this.demo.world
      .all(accessionGroup)
      .filter(({ receivedAt }) => labDayOf(receivedAt, this.demo.settings.labTimezone) === labDay);
    this.demo.putLabRow(
      accessionGroup,
      {
        id,
        groupNumber: accessionGroupNumber(entity, labDay, before.length + 1),
        orderIds: [received.order.id],
        receivedAt: at,
        receivedById: this.demo.actor('LAB_TECH').userId,
        packageCondition: quarantined ? 'DAMAGED' : 'INTACT',
        coolantState: 'FROZEN',
        trackingNumber: received.order.trackingNumber,
        packageCount: 1,
        expectedCount: received.specimens.length,
        receivedCount: received.specimens.length,
        missingCount: 0,
        unexpectedCount: 0,
        quarantinedCount: quarantined,
        photoFileIds: [],
        closedAt: at,
      },
      at,
    );
    return id;
  }

  private receiveSpecimen(
    each: Row<typeof specimen>,
    { status, groupId, at, doneAt }: { status: SampleStatus; groupId: string; at: string; doneAt: string },
  ): void {
    const labDay = labDayOf(at, this.demo.settings.labTimezone);
    const julianId = specimenJulianId(this.demo.entity, labDay, this.next(`specimen ${labDay}`));
    const selectedFlow = this.flowOf(each);
    const completedAt = each.status === 'COMPLETED' || each.status === 'IN_STORAGE' ? doneAt : null;
    const primary = this.putPrimarySample(each, { julianId, status, at, selectedFlow });
    if (completedAt !== null) this.putLeftOver(primary, at, doneAt);
    this.demo.world.putRow(specimen, {
      ...each,
      julianId,
      receivedAt: at,
      accessionGroupId: groupId,
      flowId: selectedFlow.id,
      completedAt,
      storageLocation: primary.storageLocationId,
    });
    const eventData = { julianId, accessionGroupId: groupId, sampleId: primary.id };
    this.putEvent('SPECIMEN_ACCESSIONED', 'Specimen', each.id, at, eventData);
  }

  /**
   * Return the remaining volume of a tube whose work is done: the first stage drew from it, as a batch does
   * at its start.
   */
  private putLeftOver(tube: Row<typeof sample>, at: string, doneAt: string): void {
    const { world } = this.demo;
    const methodId = tube.stage === null ? null : tube[PROCEDURE_ID_FIELD[tube.stage]];
    const method = world.one(procedure, methodId ?? '');
    const from = Number(tube.initialVolume);
    const drawnVolume = Number(method?.sampleInputVolume ?? 0);
    const [before, after] = [String(from), String(from - drawnVolume)];
    world.putRow(sample, { ...tube, remainingVolume: after });
    const eventData = { from: before, to: after, delta: String(-drawnVolume), reason: method?.name ?? null };
    this.putEvent('SAMPLE_VOLUME_CHANGED', 'Sample', tube.id, between(at, doneAt), eventData);
  }

  private putPrimarySample(
    each: Row<typeof specimen>,
    receipt: { julianId: string; status: SampleStatus; at: string; selectedFlow: Flow },
  ): Row<typeof sample> {
    const { selectedFlow, status, at } = receipt;
    const id = this.demo.id();
    const value = `${receipt.julianId}-01`;
    const place = this.nextPlace(status);
    const row = this.demo.putRow(
      sample,
      {
        id,
        specimenId: each.id,
        barcodeId: putBarcode(this.demo, value, 'SAMPLE', id),
        barcode: value,
        samplePreparationProcedureId: selectedFlow.samplePreparationProcedureId,
        extractionProcedureId: selectedFlow.extractionProcedureId,
        libraryPreparationProcedureId: selectedFlow.libraryPreparationProcedureId,
        sequencingProcedureId: selectedFlow.sequencingProcedureId,
        status,
        stage: firstStage(selectedFlow),
        sampleKind: 'PRIMARY',
        storageLocationId: place.box,
        storagePosition: place.position,
        initialVolume: each.providedVolume,
        remainingVolume: each.providedVolume,
        extractedConcentration: each.providedConcentration,
        flaggedForReview: false,
        positionConflict: false,
        attempt: 1,
      },
      at,
    );
    this.putEvent('SAMPLE_CREATED', 'Sample', id, at, { barcode: value });
    const container = this.demo.world.one(storageManagement, place.box)?.name ?? null;
    this.putEvent('SAMPLE_MOVED', 'Sample', id, at, {
      from: null,
      to: { containerId: place.box, container, position: place.position },
    });
    return row;
  }

  private flowOf(each: Row<typeof specimen>): Flow {
    const routes = this.demo.world.select(protocolFlow, { protocolId: each.protocolId });
    const fits = routes.find((route) => route.extractedNucleicAcids === each.extractedNucleicAcids);
    const route = fits ?? routes.find((candidate) => candidate.isDefault);
    const selectedFlow = route && this.demo.world.one(flow, route.flowId);
    if (!selectedFlow) throw new Error('A demo protocol has no flow.');
    return selectedFlow;
  }

  private nextPlace(status: SampleStatus): { box: string; position: string } {
    if (status === 'RECEIVED_QUARANTINED') {
      return { box: this.storage.quarantineBox, position: this.quarantineSlots.shift() ?? '' };
    }
    const slot = this.slots.shift();
    if (!slot) throw new Error('The demo boxes are full.');
    return slot;
  }

  private putEvent(
    type: Row<typeof event>['type'],
    targetType: string,
    targetId: string,
    at: string,
    data: Row<typeof event>['data'],
  ) {
    const { userId, companyId, name } = this.demo.actor('LAB_TECH');
    this.demo.putRow(
      event,
      {
        id: this.demo.id(),
        type,
        targetType,
        targetId,
        userId,
        companyId,
        occurredAt: at,
        data: { by: name, ...data },
        customerVisible: targetType === 'Specimen',
      },
      at,
    );
  }
}

const between = (one: string, other: string): string =>
  new Date((Date.parse(one) + Date.parse(other)) / 2).toISOString();

const firstStage = (selectedFlow: Flow): Row<typeof sample>['stage'] =>
  selectedFlow.samplePreparationProcedureId
    ? 'PREPARATION'
    : selectedFlow.extractionProcedureId
      ? 'EXTRACTION'
      : selectedFlow.libraryPreparationProcedureId
        ? 'LIBRARY_PREPARATION'
        : 'SEQUENCING';
