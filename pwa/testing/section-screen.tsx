import { render, screen } from '@testing-library/react';
import { CATALOGUE } from '#db/catalogue.ts';
import { ANN } from '#db/factories/build-batch-world.ts';
import { buildField } from '#db/factories/build-field.ts';
import { buildInventoryItem } from '#db/factories/build-inventory-item.ts';
import { buildInventoryType } from '#db/factories/build-inventory-type.ts';
import { ELUTION, lysed } from '#db/factories/section-operations.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { operationNamed } from '#db/operations.ts';
import type { Field } from '#db/protocols/field.ts';
import { fieldValue } from '#db/protocols/field-value.ts';
import { SectionPage } from '#pwa/features/protocols/section-page.tsx';
import { childRows } from '#pwa/replica/document.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/replica.ts';
import type { ScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext, useHandScanner } from '#pwa/scanning/use-scan.ts';
import { ModelServer } from './model-server.ts';
import { openDevice, readShown, syncOnce } from './simulated-device.ts';

const own = (id: string, label: string, more: Partial<Field>): Field =>
  buildField({ id, name: id, label, stepId: 'step-elution', min: null, max: null, decimals: null, ...more });

/** A DNA barcode and a lot for each well, a kit for the batch, and a remark that accepts no scan. */
const SCANNED_FIELDS = [
  own('index', 'Index', { type: 'BARCODE', barcodeType: 'DNA_BARCODE' }),
  own('kit', 'Kit', { type: 'BARCODE', barcodeType: 'DNA_BARCODE', scope: 'PER_BATCH' }),
  own('enzyme', 'Enzyme', { type: 'LOT_NUMBER', inventoryTypeId: 'type-enzyme' }),
  own('remark', 'Remark', { type: 'TEXT', required: false }),
];

let deviceCount = 0;

/**
 * A server and one device with a section in progress whose values are scanned: wells A1 and B1, lots E1 and
 * E2.
 */
export async function openScannedSection(): Promise<{ server: ModelServer; bench: Replica }> {
  const world = await lysed({ fields: SCANNED_FIELDS });
  world.putRow(inventoryType, buildInventoryType({ id: 'type-enzyme', name: 'Enzyme' }));
  for (const lotNumber of ['E1', 'E2'])
    world.putRow(
      inventoryItem,
      buildInventoryItem({
        id: `lot-${lotNumber}`,
        lotNumber,
        barcode: `LOT-${lotNumber}`,
        inventoryTypeId: 'type-enzyme',
      }),
    );
  const server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  const bench = await openDevice({
    name: `section-screen-${deviceCount++}`,
    actor: ANN,
    send: server.sendAs(ANN),
  });
  await syncOnce(bench);
  return { server, bench };
}

function HandScanner() {
  useHandScanner();
  return null;
}

/** The section's page with a hand scanner. */
export function renderSection(bench: Replica, bus: ScanBus): void {
  render(
    <ReplicaProvider replica={bench}>
      <ScanBusContext value={bus}>
        <HandScanner />
        <SectionPage assignedSectionId={ELUTION} failing={() => null} />
      </ScanBusContext>
    </ReplicaProvider>,
  );
}

export async function showSection(bench: Replica, bus: ScanBus): Promise<void> {
  renderSection(bench, bus);
  await screen.findByRole('grid');
}

/** Return the current value of a field and sample on this device; empty without one. */
export async function currentValue(
  bench: Replica,
  fieldId: string,
  sampleId: string | null,
): Promise<string> {
  const body = (await readShown(bench, 'assigned-sections', ELUTION))?.body ?? {};
  const rows = childRows(fieldValue, body, 'values').filter(
    (one) => one.fieldId === fieldId && one.sampleId === sampleId,
  );
  const replaced = new Set(rows.map((one) => one.supersedesId));
  return rows.find((one) => !replaced.has(one.id))?.value ?? '';
}

/** List every value of a field and sample in recording order, as this device shows it. */
export async function recordedValues(
  bench: Replica,
  fieldId: string,
  sampleId: string | null,
): Promise<string[]> {
  const body = (await readShown(bench, 'assigned-sections', ELUTION))?.body ?? {};
  return childRows(fieldValue, body, 'values')
    .filter((one) => one.fieldId === fieldId && one.sampleId === sampleId)
    .sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
    .map(({ value }) => value);
}
