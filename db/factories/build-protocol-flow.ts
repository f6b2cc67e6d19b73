import { ulid } from 'ulid';
import { type ProtocolFlow, protocolFlow } from '#db/protocols/protocol-flow.ts';

/** Build the default flow of a protocol, for any specimen. */
export const buildProtocolFlow = (overrides: Partial<ProtocolFlow> = {}): ProtocolFlow =>
  protocolFlow.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    protocolId: 'protocol-wgs',
    flowId: 'flow-blood',
    isDefault: true,
    specimenTypes: [],
    extractedNucleicAcids: null,
    ...overrides,
  });
