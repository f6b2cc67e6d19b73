import { BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import { changesOfFlow } from '#db/protocols/flows/flow-changes.ts';
import { PROCEDURE_STATUS_DISPLAY } from '#db/protocols/procedure.ts';
import { PROTOCOL_STATUS_DISPLAY } from '#db/protocols/protocol.ts';
import { changesOfProtocol, ruleText, settingTexts } from '#db/protocols/protocols/protocol-text.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readFlowContent } from '#sync-server/services/protocols/read-flow.ts';
import { readProtocolContent } from '#sync-server/services/protocols/read-protocol.ts';
import { earlierOf, type VersionRecord, writeVersionRecord } from './version-record.ts';

type Services = Pick<AppServices, 'pool' | 'now' | 'env'>;

/** Write the record of a version of a flow: the procedure of each stage, the changes and the signatures. */
export async function writeFlowRecord(
  services: Services,
  session: Session,
  id: string,
): Promise<VersionRecord> {
  const content = await readFlowContent(services, session, id);
  const { flow, slots, authors, signatures, contentHash, clinical } = content;
  const earlier = earlierOf(
    flow,
    flow.flowVersion,
    content.versions.map((version) => ({ id: version.id, number: version.flowVersion })),
  );
  const before = earlier === null ? null : await readFlowContent(services, session, earlier);
  return writeVersionRecord(
    {
      kind: 'Flow',
      row: flow,
      versionNumber: flow.flowVersion,
      statusLabel: PROCEDURE_STATUS_DISPLAY[flow.status].label,
      authors,
      signatures,
      contentHash,
    },
    async (document) => {
      document.heading('Stages');
      document.values([
        ...slots.map(({ batchType, procedure }) => ({
          name: BATCH_TYPE_FACTS[batchType].label,
          value: procedure
            ? `${procedure.name}, ${procedure.code} version ${procedure.procedureVersion}`
            : 'Not in this flow',
        })),
        { name: 'Clinical', value: clinical ? 'Yes' : 'No' },
      ]);
    },
    before && ((document) => document.changes(changesOfFlow(before, content))),
  );
}

/** Write the record of a version of a protocol: its settings, its flows, the changes and the signatures. */
export async function writeProtocolRecord(
  services: Services,
  session: Session,
  id: string,
): Promise<VersionRecord> {
  const content = await readProtocolContent(services, session, id);
  const { protocol, routes, authors, signatures, contentHash } = content;
  const earlier = earlierOf(
    protocol,
    protocol.protocolVersion,
    content.versions.map((version) => ({ id: version.id, number: version.protocolVersion })),
  );
  const before = earlier === null ? null : await readProtocolContent(services, session, earlier);
  return writeVersionRecord(
    {
      kind: 'Protocol',
      row: protocol,
      versionNumber: protocol.protocolVersion,
      statusLabel: PROTOCOL_STATUS_DISPLAY[protocol.status].label,
      authors,
      signatures,
      contentHash,
    },
    async (document) => {
      if (protocol.description !== null) {
        document.heading('Description');
        document.text(protocol.description);
      }
      document.heading('Settings');
      document.values(settingTexts(content));
      document.heading('Flows');
      document.values(
        routes.map(({ rule, flow }) => ({
          name: `${flow.code}, version ${flow.flowVersion}`,
          value: `${flow.name}: ${ruleText(rule)}`,
        })),
      );
    },
    before && ((document) => document.changes(changesOfProtocol(before, content))),
  );
}
