import { ulid } from 'ulid';
import { AccessionArgs } from '#db/specimens/accession/accession-args.ts';
import { signedContent } from '#db/specimens/accession/close-accession-group.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';

interface Receipt {
  groupNumber: string;
  julianIds?: readonly string[];
  /** Sign the hash of the receipt. */
  proves?(hash: string): string;
  /** Further signature fields that a device wants printed. */
  signatureText?: object;
}

const tube = (julianId: string, occurredAt: string) => ({
  specimenId: null,
  sampleId: ulid(),
  julianId,
  sampleBarcodeId: ulid(),
  sampleBarcode: `${julianId}-01`,
  scannedCode: 'UNKNOWN',
  occurredAt,
  estimatedVolume: null,
  condition: 'NONE',
  secondIdentifierConfirmed: true,
  containerId: null,
  position: null,
  note: null,
});

/** Return the arguments of a receipt of unexpected tubes under any numbers, signed by the device. */
export async function forgeReceipt(
  { lab }: { lab: { services: { now(): Date } } },
  { groupNumber, julianIds = [], proves = () => 'proof', signatureText = {} }: Receipt,
): Promise<object> {
  const at = lab.services.now().toISOString();
  const unsigned = {
    accessionGroupId: ulid(),
    groupNumber,
    orderIds: [],
    trackingNumber: null,
    packageCondition: 'INTACT',
    packageTemperature: null,
    coolantState: null,
    packageCount: 1,
    packageNote: null,
    tubes: julianIds.map((julianId) => tube(julianId, at)),
    plates: [],
    missingSpecimenIds: [],
    signature: { contentHash: '0'.repeat(64), proof: 'proof' },
  };
  const contentHash = await sha256(canonicalJson(signedContent(AccessionArgs.parse(unsigned))));
  return { ...unsigned, signature: { contentHash, proof: proves(contentHash), ...signatureText } };
}
