import type { ServerResponse } from 'node:http';
import type { Access, CallDefinition } from '#db/api/call-definition.ts';
import * as calls from '#db/api/ordering/manifest.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { loadManifestContext } from '#db/ordering/manifest/load-manifest-context.ts';
import type { ManifestAnswer, ManifestRefusal } from '#db/ordering/manifest/manifest-answer.ts';
import { MANIFEST_FIELDS } from '#db/ordering/manifest/manifest-columns.ts';
import { fileFault } from '#db/ordering/manifest/manifest-fault.ts';
import { openForRows } from '#db/ordering/manifest/open-for-rows.ts';
import { judgeRows, type OpenedManifest, openManifest } from '#db/ordering/manifest/read-manifest.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { readBody } from '#sync-server/http/request-bodies.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { logExport } from '#sync-server/reads/send-table.ts';
import {
  checkList,
  earlierSpecimens,
  type List,
  readableRows,
  readInTransaction,
  saveList,
} from './check-list.ts';
import { type Download, downloadOrder, downloadTemplate } from './download-manifest.ts';
import { readFile } from './read-file.ts';

/** A manifest of 960 rows is a tenth of this. */
const LIST = {
  limit: 5_000_000,
  tooLarge: 'The file is larger than 5 MB. Copy only the rows into a new workbook and upload that.',
};

interface Sends extends ServerResponse {
  attachment(name: string): Sends;
  status(code: number): Sends;
  json(body: unknown): unknown;
}

const send = (response: Sends, { fileName, type, content }: Download): void => {
  response.attachment(fileName);
  response.setHeader('Content-Type', type);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.end(content);
};

const sendJson = (response: Sends, { status, body }: { status: number; body: object }): void => {
  response.status(status).json(body);
};

/** Respond to a manifest with every error (422), its changes, or what was saved. */
async function answerList(
  services: AppServices,
  session: Session,
  list: List & { dryRun: boolean },
): Promise<{ status: number; body: ManifestAnswer | ManifestRefusal }> {
  const { verdict, differences } = await checkList(services, session, list);
  const { faults, warnings, rowCount, ignored } = verdict;
  const resultBase = { warnings, rowCount, ignored };
  if (faults.length > 0)
    return {
      status: 422,
      body: { error: MESSAGES.fixForm, code: 'VALIDATION', issues: [], faults, ...resultBase },
    };
  const rows = readableRows(verdict);
  const saved = list.dryRun
    ? rows.map((row) => ({ ...row, specimenId: null }))
    : await saveList(services, session, list, rows);
  return {
    status: 200,
    body: { saved: !list.dryRun, mode: list.mode, ...resultBase, differences, rows: saved },
  };
}

/** Open a manifest; an unreadable file counts as one with errors, whose error is the file. */
async function openFile(bytes: Buffer): Promise<OpenedManifest> {
  try {
    return openManifest((await readFile(bytes)).rows);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error;
    return { headerRow: 0, columns: [], ignored: [], rows: [], faults: [fileFault(error.message)] };
  }
}

/** Take method, path and access of a call whose route writes its own response. */
const routeOf = <A extends Access>({ method, path, access }: CallDefinition<A>) => ({
  method,
  path,
  access,
});

const uploads: readonly ApiRoute[] = [
  describeStream(
    calls.uploadManifest,
    streamRoute({
      ...routeOf(calls.uploadManifest),
      handler: async (call, request, response) => {
        const { session } = call;
        const query = parseInput(calls.uploadManifest.query, request.query);
        // Check the right to change the order before the file is read.
        await readInTransaction(call.services, session, (tx, context) =>
          openForRows(tx, context, query.orderId),
        );
        const manifest = await openFile(await readBody(request, LIST));
        sendJson(response, await answerList(call.services, session, { ...query, source: 'file', manifest }));
      },
    }),
  ),
  describeStream(
    calls.saveManifestRows,
    streamRoute({
      ...routeOf(calls.saveManifestRows),
      handler: async (call, request, response) => {
        const { session } = call;
        const query = parseInput(calls.saveManifestRows.query, request.query);
        const { rows } = parseInput(calls.saveManifestRows.body, request.body);
        const manifest = { headerRow: 0, columns: [...MANIFEST_FIELDS], ignored: [], rows, faults: [] };
        sendJson(response, await answerList(call.services, session, { ...query, source: 'typed', manifest }));
      },
    }),
  ),
];

const downloads: readonly ApiRoute[] = [
  describeStream(
    calls.downloadManifestTemplate,
    streamRoute({
      ...routeOf(calls.downloadManifestTemplate),
      handler: async ({ services, session }, request, response) => {
        const templateQuery = parseInput(calls.downloadManifestTemplate.query, request.query);
        send(
          response,
          await downloadTemplate(services, session, { packageType: undefined, ...templateQuery }),
        );
      },
    }),
  ),
  describeStream(
    calls.downloadManifest,
    streamRoute({
      ...routeOf(calls.downloadManifest),
      handler: async ({ services, session }, request, response) => {
        const { orderId } = parseInput(calls.downloadManifest.params, request.params);
        const { format } = parseInput(calls.downloadManifest.query, request.query);
        const file = await downloadOrder(services, session, { orderId, format });
        await logExport(services, session, 'manifest', request);
        send(response, file);
      },
    }),
  ),
];

/** Templates, uploads and checks of an order's manifest. */
export const manifestRoutes: readonly ApiRoute[] = [
  ...downloads,
  ...uploads,
  serveCall(calls.checkSpecimen, ({ services, session, body: { orderId, row, specimenId } }) =>
    readInTransaction(services, session, async (tx, context, client) => {
      const order = await openForRows(tx, context, orderId);
      const moment = { mode: 'append', now: context.occurredAt, labDay: context.labDay } as const;
      const known = await loadManifestContext(tx, order, [row], {
        ...moment,
        timeZone: services.env.LAB_TIMEZONE,
      });
      const staying = order.current.filter(({ id }) => id !== specimenId);
      const earlier = await earlierSpecimens(client, order.row, [row]);
      const { faults, warnings } = judgeRows([row], { ...known, staying, earlier });
      return { faults, warnings };
    }),
  ),
];
